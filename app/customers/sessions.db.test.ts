import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it as base } from '../../tests/fixtures/world.ts';
import { createSession, findSession } from './sessions.server.ts';
import { sessions } from './tables.server.ts';

const hour = 3_600_000;
const day = 24 * hour;

const it = base.extend('asha', ({ shop }) => signInAs(shop, 'asha@example.in'));

it('a token is stored as a hash; it is rejected if one of its characters differs', async ({ shop, asha }) => {
  const [session] = await shop.db.select().from(sessions);
  expect(Buffer.from(asha.token, 'base64url')).toHaveLength(32);
  expect(await createSession(shop, asha.id)).not.toBe(asha.token);
  const hash = createHash('sha256').update(asha.token).digest('hex');
  expect(session?.tokenHash).toBe(hash);
  expect(JSON.stringify(session)).not.toContain(asha.token);
  const changed = (asha.token.startsWith('A') ? 'B' : 'A') + asha.token.slice(1);
  for (const token of [changed, hash, `${asha.token}A`, asha.token.slice(0, -1), ''])
    expect(await findSession(shop, token)).toBeUndefined();
});

describe('a session', () => {
  it('ends thirty days after the last request with its own token [S-AUTH-15]', async ({ shop, asha }) => {
    const meera = await signInAs(shop, 'meera@example.in');
    shop.clock.advance(30 * day - 1);
    expect(await findSession(shop, asha.token)).toBeDefined();
    shop.clock.advance(1);
    expect(await findSession(shop, meera.token)).toBeUndefined();
    expect(await findSession(shop, asha.token)).toBeDefined();
  });

  it('stores the time of its last use at most once an hour, and is deleted after it has expired', async ({
    shop,
    asha,
  }) => {
    const [{ usedAt } = { usedAt: undefined }] = await shop.db.select().from(sessions);
    shop.clock.advance(hour - 1);
    await findSession(shop, asha.token);
    expect(await shop.db.select().from(sessions)).toMatchObject([{ usedAt }]);
    shop.clock.advance(1);
    await findSession(shop, asha.token);
    expect(await shop.db.select().from(sessions)).toMatchObject([{ usedAt: shop.clock.now() }]);
    shop.clock.advance(30 * day);
    // The next sign-in deletes the expired session.
    await createSession(shop, asha.id);
    expect(await shop.db.$count(sessions)).toBe(1);
  });
});
