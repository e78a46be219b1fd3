import type {
  FactorSetUp,
  SecondFactorPending,
  TotpEnrollment,
} from '../../../app/admin/sign-in/contract.ts';
import { codeOfApp } from '../../doubles/authenticator-app.ts';
import type { ShopApi } from './shop-api.ts';

/** The email address of the demo shop's owner. */
export const firstOwner = 'owner@tanabana.example';

export type StaffMember = { email: string; token: string; secret: string };

/** Signs in a staff member who has no second factor yet, and sets up the second factor. */
export async function setUpStaff(api: ShopApi, email: string): Promise<StaffMember> {
  await api.post('/api/admin/sign-in/code', { body: { email } });
  const otp = await api.codeFor(email);
  const { pendingToken } = await api.post<SecondFactorPending>('/api/admin/sign-in/verify-code', {
    body: { email, otp },
  });
  const { secret } = await api.post<TotpEnrollment>('/api/admin/sign-in/set-up-totp', {
    token: pendingToken,
  });
  const code = codeOfApp(secret);
  const { token } = await api.post<FactorSetUp>('/api/admin/sign-in/confirm-totp', {
    token: pendingToken,
    body: { code },
  });
  return { email, token, secret };
}

/** Returns the browser storage of a signed-in staff member. */
export const staffSession = ({ token }: StaffMember) => ({ 'tanabana.staff': token });
