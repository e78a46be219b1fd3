import { hc } from 'hono/client';
import { RequestFailed, readResponse, unreachableMessage } from '../../foundation/http/api-client.ts';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { AdminQuery } from '../layout/use-admin.ts';
import type { CsvImport } from './contract.ts';
import type { importExportEndpoints } from './endpoints.server.ts';

export const importExportApi = hc<typeof importExportEndpoints>('/api', { fetch: fetchAsStaff });

export const importsQuery: AdminQuery<{ imports: CsvImport[] }> = {
  key: ['imports'],
  fetch: (signal) => readResponse(importExportApi.admin.imports.$get({}, { init: { signal } })),
};

/** Asks the shop for a file and hands it to the browser's downloads. Rejects with {@link RequestFailed}. */
export async function downloadFile(address: string, name: string, init?: RequestInit): Promise<void> {
  const response = await fetchAsStaff(address, init).catch(() => undefined);
  if (!response) throw new RequestFailed(unreachableMessage);
  if (!response.ok) return readResponse(Promise.resolve(response));
  const file = await response.blob().catch(() => {
    throw new RequestFailed(unreachableMessage);
  });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
