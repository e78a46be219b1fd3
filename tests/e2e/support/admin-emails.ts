/** Sends contact messages to the shop and reads the emails of its replies. */
import type { APIRequestContext } from '@playwright/test';
import { newEmail, uniqueAddressHeaders } from './shopper.ts';
import { expect } from './test.ts';

/** Sends a message from a new email address. Returns the address. */
export async function writeToShop(
  request: APIRequestContext,
  name: string,
  message: string,
  email = newEmail('writer'),
): Promise<string> {
  const data = { name, email, message, piece: 'TB-SAR-001' };
  const sent = await request.post('/api/reachus/send', { data, headers: uniqueAddressHeaders() });
  expect(sent.status(), await sent.text()).toBe(200);
  return email;
}
