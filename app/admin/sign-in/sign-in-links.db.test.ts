import { describe, expect } from 'vitest';
import { it } from '../../../tests/fixtures/admin-requests.ts';
import { sentCode, sentLink } from '../../../tests/fixtures/sent-code.ts';
import {
  authenticatorCode,
  signInAsStaff,
  signInWithoutSecondFactor,
} from '../../../tests/fixtures/staff.ts';
import { knownDevices } from '../../customers/tables.server.ts';
import { sendStaffCode } from './sign-in.server.ts';
import { createOwner } from './staff.server.ts';

const email = 'kavita@example.in';
const minute = 60_000;

describe('a sign-in link in an email to staff', () => {
  it('is accepted once, and then the second factor is required', async ({ shop, post, verify }) => {
    const { email: known } = await signInAsStaff(shop);
    await post('/sign-in/code', { email: known });
    const link = await sentLink(shop, known);
    expect((await post('/sign-in/read-link', { link })).body).toEqual({ email: known });
    const entered = await post('/sign-in/verify-link', { link });
    expect(entered.body).toMatchObject({ next: 'factor' });
    expect((await verify(entered.body.pendingToken, authenticatorCode(shop))).status).toBe(200);
    expect((await post('/sign-in/verify-link', { link })).body).toMatchObject({ status: 410 });
  });

  it('is rejected after the recipient has declined it', async ({ shop, post }) => {
    await createOwner(shop, email);
    await post('/sign-in/code', { email });
    const link = await sentLink(shop, email);
    expect((await post('/sign-in/decline-link', { link })).status).toBe(200);
    expect((await post('/sign-in/verify-link', { link })).status).toBe(410);
  });
});

describe('a browser that has signed in to the admin before', () => {
  const device = 'd'.repeat(43);

  it('gets a code even if strangers have requested ten codes', async ({ shop, post, verify }) => {
    const { token, email: known } = await signInWithoutSecondFactor(shop);
    const entered = await verify(token, authenticatorCode(shop), device);
    expect(entered.body).toMatchObject({ factor: 'app' });
    for (let sent = 0; sent < 11; sent++) {
      await sendStaffCode(shop, { email: known }, { address: `198.51.100.${sent}` });
      shop.clock.advance(minute);
    }
    const { body } = await post('/sign-in/code', { email: known, device });
    expect(body.sent).toBe('code');
    const otp = await sentCode(shop, known);
    const withCode = await post('/sign-in/verify-code', { email: known, otp, requestId: body.requestId });
    expect(withCode.status).toBe(200);
  });

  it('is forgotten when the staff member ends all other sessions', async ({ shop, app, verify }) => {
    const { token } = await signInWithoutSecondFactor(shop);
    const { body } = await verify(token, authenticatorCode(shop), device);
    expect(await shop.db.$count(knownDevices)).toBe(1);
    await app.request('/api/admin/me/sessions', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${body.token}` },
    });
    expect(await shop.db.$count(knownDevices)).toBe(0);
  });
});
