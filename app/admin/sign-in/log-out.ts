import { readAnswer } from '../../foundation/http/api-client.ts';
import { endStaffSession } from '../layout/staff-session.ts';
import { doorCalls } from './sign-in-api.ts';

/** Logs out here, also where the shop cannot be told. */
export async function logOutOfOffice(): Promise<void> {
  try {
    await readAnswer(doorCalls.admin.door.leave.$post());
  } catch {
    // The token is forgotten here all the same, and ends by itself within half an hour.
  }
  endStaffSession();
}
