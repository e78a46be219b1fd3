import { hc } from 'hono/client';
import { CallFailed, readAnswer, unreachable } from '../../foundation/http/api-client.ts';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { OfficeQuery } from '../layout/use-admin.ts';
import type { CsvImport } from './contract.ts';
import type { adminCsv } from './endpoints.server.ts';

export const csvCalls = hc<typeof adminCsv>('/api', { fetch: askStaff });

export const importsQuery: OfficeQuery<{ imports: CsvImport[] }> = {
  key: ['csv'],
  fetch: (signal) => readAnswer(csvCalls.admin.csv.$get({}, { init: { signal } })),
};

/** Asks the shop for a file and hands it to the browser's downloads. Rejects with {@link CallFailed}. */
export async function saveFile(address: string, name: string, init?: RequestInit): Promise<void> {
  const answer = await askStaff(address, init).catch(() => undefined);
  if (!answer) throw new CallFailed(unreachable);
  if (!answer.ok) return readAnswer(Promise.resolve(answer));
  const file = await answer.blob().catch(() => {
    throw new CallFailed(unreachable);
  });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
