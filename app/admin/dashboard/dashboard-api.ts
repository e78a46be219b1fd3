import { hc } from 'hono/client';
import { readAnswer } from '../../foundation/http/api-client.ts';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { OfficeQuery } from '../layout/use-admin.ts';
import type { StuckThings, Today } from './contract.ts';
import type { adminToday } from './endpoints.server.ts';

export const todayCalls = hc<typeof adminToday>('/api', { fetch: askStaff });

export const todayQuery: OfficeQuery<Today> = {
  key: ['today'],
  fetch: (signal) => readAnswer(todayCalls.admin.today.$get({}, { init: { signal } })),
};

export const stuckQuery: OfficeQuery<StuckThings> = {
  key: ['today', 'stuck'],
  fetch: (signal) => readAnswer(todayCalls.admin.today.stuck.$get({}, { init: { signal } })),
};
