import { readAnswer } from '../../foundation/answers.ts';
import { type Office, type OfficeQuery, useOffice } from '../frame/office.ts';
import { doorCalls } from './calls.ts';
import type { StaffMember } from './contract.ts';

export const me: OfficeQuery<StaffMember> = {
  key: ['me'],
  fetch: (signal) => readAnswer(doorCalls.admin.me.$get({}, { init: { signal } })),
};

/** Who is signed in. */
export function useMe(): Office<StaffMember> {
  return useOffice(me);
}
