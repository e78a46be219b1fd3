import { hc } from 'hono/client';
import { readAnswer } from '../../foundation/http/api-client.ts';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { OfficeQuery } from '../layout/use-admin.ts';
import type { OfficeMessage } from './contract.ts';
import type { adminMessages } from './endpoints.server.ts';

export const messageCalls = hc<typeof adminMessages>('/api', { fetch: askStaff });

export function oneMessage(id: string): OfficeQuery<OfficeMessage> {
  return {
    key: ['messages', id],
    fetch: (signal) =>
      readAnswer(messageCalls.admin.messages[':id'].$get({ param: { id } }, { init: { signal } })),
  };
}
