/** Somebody writes to the shop, and reads what the shop writes back. */
import type { APIRequestContext } from '@playwright/test';
import { newEmail, uniqueAddressHeaders } from './shopper.ts';
import { expect } from './test.ts';

/** Somebody new writes to the shop. Answers their address. */
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
