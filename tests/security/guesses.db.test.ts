/** Guessing of sign-in codes, in parallel from many addresses and over a long time. */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../app/app.server.ts';
import { sessions, signInRequests } from '../../app/customers/tables.server.ts';
import { differentCode, sentCode } from '../fixtures/sent-code.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { it } from '../fixtures/world.ts';

const email = 'asha@example.in';

/** Creates an app behind a proxy, and functions that request and guess a code from a client address. */
function clientOf(shop: TestShop) {
  const app = createApp({ shop: { ...shop, config: { ...shop.config, trustedProxies: 1 } } });
  const post = async (path: string, body: unknown, address: string) => {
    const response = await app.request(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: Sent.parse(await response.json()) };
  };
  return {
    requestCode: (address = '203.0.113.1') => post('/user/send-otp', { email }, address),
    guess: async (otp: string, address = '203.0.113.1', requestId?: string) =>
      (await post('/user/verify-otp', { email, otp, requestId }, address)).status,
  };
}

const Sent = z.object({ requestId: z.string().optional(), sent: z.string().optional() });

/**
 * Counts the guesses that were compared with the code, separately for those with the request's id and those with the email
 * address alone.
 */
const readTries = async (shop: TestShop) => {
  const rows = await shop.db.select().from(signInRequests).where(eq(signInRequests.email, email));
  const sum = (counts: (number | null)[]) => counts.reduce<number>((all, count) => all + (count ?? 0), 0);
  return { byId: sum(rows.map((row) => row.tries)), byEmail: sum(rows.map((row) => row.triesByEmail)) };
};

describe('guesses of a sign-in code', { timeout: 120_000 }, () => {
  it('are compared only five times if 1,000 arrive in parallel from 50 addresses', async ({ ownShop }) => {
    const { requestCode, guess } = clientOf(ownShop);
    expect(await requestCode()).toMatchObject({ status: 200 });
    const code = await sentCode(ownShop, email);
    // The concurrency limit admits 200 requests at a time.
    for (let wave = 0; wave < 1000; wave += 200) {
      const guesses = Array.from({ length: 200 }, (_, n) =>
        guess(String((Number(code) + 1 + wave + n) % 1_000_000).padStart(6, '0'), `198.51.100.${n % 50}`),
      );
      expect(new Set(await Promise.all(guesses))).toEqual(new Set([400]));
    }
    expect(await readTries(ownShop)).toEqual({ byId: 0, byEmail: 5 });
    expect(await guess(code)).toBe(400);
    expect(await ownShop.db.select().from(sessions)).toHaveLength(0);
  });

  it('are compared at most 100 times in a day if a new code is requested every 20 minutes', async ({
    shop,
  }) => {
    const { requestCode, guess } = clientOf(shop);
    const compared = { byId: 0, byEmail: 0 };
    const emails = { code: 0, link: 0 };
    for (let minute = 0; minute < 24 * 60; minute += 20) {
      const address = `198.51.100.${minute % 251}`;
      const { status, body } = await requestCode(address);
      expect(status).toBe(200);
      if (body.sent === 'link') emails.link += 1;
      else {
        emails.code += 1;
        const wrong = differentCode(await sentCode(shop, email));
        for (let n = 0; n < 6; n++) {
          expect(await guess(wrong, address)).toBe(400);
          expect(await guess(wrong, address, body.requestId)).toBe(400);
        }
        const { byId, byEmail } = await readTries(shop);
        compared.byId += byId;
        compared.byEmail += byEmail;
      }
      shop.clock.advance(20 * 60_000);
    }
    expect(emails).toEqual({ code: 10, link: 62 });
    expect(compared).toEqual({ byId: 50, byEmail: 50 });
  });

  it('are rejected after 300 in an hour from one client address', async ({ shop }) => {
    const { guess } = clientOf(shop);
    const statuses = [];
    for (let n = 0; n < 301; n++) statuses.push(await guess('000000', '192.0.2.7'));
    expect(statuses.slice(0, 300)).toEqual(Array(300).fill(400));
    expect(statuses[300]).toBe(429);
    expect(await guess('000000', '192.0.2.8')).toBe(400);
  });
});
