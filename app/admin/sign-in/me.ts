import { readResponse } from '../../foundation/http/api-client.ts';
import { type AdminQuery, type AdminQueryResult, useAdminQuery } from '../layout/use-admin.ts';
import type { StaffMember } from './contract.ts';
import { signInApi } from './sign-in-api.ts';

export const meQuery: AdminQuery<StaffMember> = {
  key: ['me'],
  fetch: (signal) => readResponse(signInApi.admin.me.$get({}, { init: { signal } })),
};

/** Who is signed in. */
export function useMe(): AdminQueryResult<StaffMember> {
  return useAdminQuery(meQuery);
}
