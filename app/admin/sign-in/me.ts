import { readResponse } from '../../foundation/http/api-client.ts';
import { adminApi, adminQuery } from '../admin-api.ts';
import { clearStaffSession } from '../layout/staff-session.ts';
import { useAdminQuery } from '../layout/use-admin.ts';

const meQuery = adminQuery(['me'], (options) => adminApi.me.$get({}, options));

/** Returns the signed-in staff member. */
export const useMe = () => useAdminQuery(meQuery);

/** Logs out here, also where the shop cannot be told. */
export async function signOutStaff(): Promise<void> {
  try {
    await readResponse(adminApi['sign-out'].$post());
  } catch {
    // The token is forgotten here all the same, and ends by itself within half an hour.
  }
  clearStaffSession();
}
