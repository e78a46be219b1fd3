/** Somebody writes to the shop, and reads what the shop writes back. */
import type { APIRequestContext } from '@playwright/test';
import { fromElsewhere, newEmail } from './shopper.ts';
import { expect } from './test.ts';

/** Somebody new writes to the shop. Answers their address. */
export async function writeToShop(
  request: APIRequestContext,
  name: string,
  message: string,
  email = newEmail('writer'),
): Promise<string> {
  const data = { name, email, message, piece: 'TB-SAR-001' };
  const sent = await request.post('/api/reachus/send', { data, headers: fromElsewhere() });
  expect(sent.status(), await sent.text()).toBe(200);
  return email;
}

/** The newest letter that was written to this address, as /dev/mail shows it. */
export async function emailTo(request: APIRequestContext, email: string): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(async () => {
      const list = await (await request.get('/dev/mail')).text();
      const row = list.split('<li>').find((entry) => entry.includes(`to ${email},`));
      path = /href="([^"]+)"/.exec(row ?? '')?.[1];
      return path;
    })
    .toBeTruthy();
  return (await request.get(path ?? '')).text();
}
