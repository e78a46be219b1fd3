import { hc } from 'hono/client';
import { readAnswer } from '../../foundation/answers.ts';
import { askStaff } from '../frame/ask-staff.ts';
import type { OfficeQuery } from '../frame/office.ts';
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
