import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it as base } from '../../tests/fixtures/world.ts';
import { createSession, deleteAllSessions, deleteSession, findSession } from './sessions.server.ts';
import { sessions } from './tables.server.ts';

const hour = 3_600_000;
const day = 24 * hour;

const it = base.extend('asha', ({ shop }) => signInAs(shop, 'asha@example.in'));

describe('a token', () => {
  it('is 256 random bits, new at each sign-in', async ({ shop, asha }) => {
    const another = await createSession(shop, asha.id);
    expect(Buffer.from(asha.token, 'base64url')).toHaveLength(32);
    expect(another).not.toBe(asha.token);
  });

  it('is kept as its hash only', async ({ shop, asha }) => {
    const [session] = await shop.db.select().from(sessions);
    expect(session?.tokenHash).toBe(createHash('sha256').update(asha.token).digest('hex'));
    expect(JSON.stringify(session)).not.toContain(asha.token);
  });

  it('tells whose it is', async ({ shop, asha }) => {
    expect(await findSession(shop, asha.token)).toMatchObject({ id: asha.id });
  });

  it('opens nothing when a sign of it is another, or when it is the hash', async ({ shop, asha }) => {
    const changed = (asha.token.startsWith('A') ? 'B' : 'A') + asha.token.slice(1);
    const hash = createHash('sha256').update(asha.token).digest('hex');
    for (const token of [changed, hash, `${asha.token}A`, asha.token.slice(0, -1), ''])
      expect(await findSession(shop, token)).toBeUndefined();
  });
});

describe('a session', () => {
  it('ends when nobody has used it for thirty days [S-AUTH-15]', async ({ shop, asha }) => {
    shop.clock.advance(30 * day);
    expect(await findSession(shop, asha.token)).toBeUndefined();
  });

  it('lasts until then', async ({ shop, asha }) => {
    shop.clock.advance(30 * day - 1);
    expect(await findSession(shop, asha.token)).toBeDefined();
  });

  it('begins its thirty days anew with each use', async ({ shop, asha }) => {
    for (let use = 0; use < 4; use++) {
      shop.clock.advance(29 * day);
      expect(await findSession(shop, asha.token)).toBeDefined();
    }
  });

  it('is prolonged by its own use alone', async ({ shop, asha }) => {
    const other = await signInAs(shop, 'meera@example.in');
    shop.clock.advance(29 * day);
    await findSession(shop, asha.token);
    shop.clock.advance(day);
    expect(await findSession(shop, asha.token)).toBeDefined();
    expect(await findSession(shop, other.token)).toBeUndefined();
  });

  it('is written at most once an hour', async ({ shop, asha }) => {
    const [{ usedAt } = { usedAt: undefined }] = await shop.db.select().from(sessions);
    shop.clock.advance(hour - 1);
    await findSession(shop, asha.token);
    expect(await shop.db.select().from(sessions)).toMatchObject([{ usedAt }]);
    shop.clock.advance(1);
    await findSession(shop, asha.token);
    expect(await shop.db.select().from(sessions)).toMatchObject([{ usedAt: shop.clock.now() }]);
  });

  it('ends here alone when its shopper logs out [S-AUTH-19]', async ({ shop, asha }) => {
    const phone = await createSession(shop, asha.id);
    const visitor = await findSession(shop, asha.token);
    if (!visitor) throw new Error('the session is gone');
    await deleteSession(shop, visitor);
    expect(await findSession(shop, asha.token)).toBeUndefined();
    expect(await findSession(shop, phone)).toBeDefined();
  });

  it('ends with all others of its shopper, and with nobody else’s, when they log out everywhere', async ({
    shop,
    asha,
  }) => {
    const phone = await createSession(shop, asha.id);
    const other = await signInAs(shop, 'other@example.in');
    await deleteAllSessions(shop, asha);
    expect(await findSession(shop, asha.token)).toBeUndefined();
    expect(await findSession(shop, phone)).toBeUndefined();
    expect(await findSession(shop, other.token)).toBeDefined();
  });

  it('that has ended is cleared away when somebody signs in', async ({ shop, asha }) => {
    shop.clock.advance(30 * day);
    await createSession(shop, asha.id);
    expect(await shop.db.select().from(sessions)).toHaveLength(1);
  });
});
