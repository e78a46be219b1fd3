import { readResponse } from '../../foundation/http/api-client.ts';
import { type AdminQuery, type AdminState, useAdminQuery } from '../layout/use-admin.ts';
import type { StaffMember } from './contract.ts';
import { signInApi } from './sign-in-api.ts';

export const me: AdminQuery<StaffMember> = {
  key: ['me'],
  fetch: (signal) => readResponse(signInApi.admin.me.$get({}, { init: { signal } })),
};

/** Who is signed in. */
export function useMe(): AdminState<StaffMember> {
  return useAdminQuery(me);
}
