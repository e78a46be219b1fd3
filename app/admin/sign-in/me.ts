import { readAnswer } from '../../foundation/http/api-client.ts';
import { type Office, type OfficeQuery, useOffice } from '../layout/use-admin.ts';
import type { StaffMember } from './contract.ts';
import { doorCalls } from './sign-in-api.ts';

export const me: OfficeQuery<StaffMember> = {
  key: ['me'],
  fetch: (signal) => readAnswer(doorCalls.admin.me.$get({}, { init: { signal } })),
};

/** Who is signed in. */
export function useMe(): Office<StaffMember> {
  return useOffice(me);
}
