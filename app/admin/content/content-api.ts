import { hc } from 'hono/client';
import { readAnswer } from '../../foundation/http/api-client.ts';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { OfficeQuery } from '../layout/use-admin.ts';
import type { OfficeWindow } from './contract.ts';
import type { adminWindow } from './endpoints.server.ts';

export const windowCalls = hc<typeof adminWindow>('/api', { fetch: askStaff });

export const wholeWindow: OfficeQuery<OfficeWindow> = {
  key: ['window'],
  fetch: (signal) => readAnswer(windowCalls.admin.window.$get({}, { init: { signal } })),
};
