import { readResponse } from '../../foundation/http/api-client.ts';
import { adminApi } from '../admin-api.ts';
import { clearStaffSession } from '../layout/staff-session.ts';

/** Logs out here, also where the shop cannot be told. */
export async function signOutStaff(): Promise<void> {
  try {
    await readResponse(adminApi['sign-out'].$post());
  } catch {
    // The token is forgotten here all the same, and ends by itself within half an hour.
  }
  clearStaffSession();
}
