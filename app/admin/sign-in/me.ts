import { readResponse } from '../../foundation/http/api-client.ts';
import { adminApi, adminQuery } from '../admin-api.ts';
import { staffToken } from '../layout/staff-session.ts';
import { useAdminQuery } from '../layout/use-admin.ts';

const meQuery = adminQuery(['me'], adminApi.me.$get, {});

export const useMe = () => useAdminQuery(meQuery);

/** Signs out in this browser, even if the request fails. */
export async function signOutStaff(): Promise<void> {
  try {
    await readResponse(adminApi['sign-out'].$post());
  } catch {
    // If the request fails, deleting the token below is enough. The session on the server then expires after half an hour without
    // requests.
  }
  staffToken.write(null);
}
