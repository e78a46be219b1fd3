import { hc } from 'hono/client';
import { readResponse } from '../../foundation/http/api-client.ts';
import { fetchAsStaff } from '../layout/authenticated-fetch.ts';
import type { AdminQuery } from '../layout/use-admin.ts';
import type { AdminMessage } from './contract.ts';
import type { adminMessageEndpoints } from './endpoints.server.ts';

export const messagesApi = hc<typeof adminMessageEndpoints>('/api', { fetch: fetchAsStaff });

export function messageQuery(id: string): AdminQuery<AdminMessage> {
  return {
    key: ['messages', id],
    fetch: (signal) =>
      readResponse(messagesApi.admin.messages[':id'].$get({ param: { id } }, { init: { signal } })),
  };
}
