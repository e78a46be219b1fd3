import type {
  FactorSetUp,
  SecondFactorPending,
  TotpEnrollment,
} from '../../../app/admin/sign-in/contract.ts';
import { codeOfApp } from '../../doubles/authenticator-app.ts';
import { waitUntil } from './page.ts';
import { newEmail, type ShopApi } from './shop-api.ts';

/** The owner that the demonstration world comes with. */
export const firstOwner = 'owner@tanabana.example';

export type StaffMember = { email: string; token: string; secret: string };

/** Adds a member to the team, who has no second factor yet. */
export async function addStaff(api: ShopApi, { token, secret }: StaffMember): Promise<string> {
  const email = newEmail('staff');
  const add = () => api.post('/api/admin/team', { token, body: { email, name: 'Arjun', role: 'staff' } });
  await add().catch(() =>
    waitUntil(
      async () => {
        // Ten minutes after the owner has signed in, the shop asks for the second factor again; each code is good once.
        await api.post('/api/admin/sign-in/refresh-totp', { token, body: { code: codeOfApp(secret) } });
        return add();
      },
      () => true,
      (_, error) => `${email} could not be added to the team: ${error}`,
    ),
  );
  return email;
}

/** A new member of the staff, signed in. */
export async function newStaff(api: ShopApi, owner: StaffMember): Promise<StaffMember> {
  return setUpStaff(api, await addStaff(api, owner));
}

/** Signs a member in who has no second factor yet, and sets one up. */
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

/** What the browser of a member of the staff who has signed in keeps. */
export const staffSession = ({ token }: StaffMember) => ({ 'tanabana.staff': token });

/** Brings an order to the shopper's door: packed, shipped by hand, delivered. */
export async function deliver(api: ShopApi, token: string, orderId: string): Promise<void> {
  const order = `/api/admin/orders/${orderId}`;
  const manual = { carrier: 'Blue Dart', awb: 'BD 1', trackUrl: 'https://track.example.in/BD1' };
  await api.post(`${order}/pack`, { token });
  await api.post(`${order}/ship`, { token, body: { courier: 'manual', manual } });
  await api.post(`${order}/shipment`, { token, body: { to: 'delivered' } });
}
