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
  it('has a token of 256 random bits, which is new at each sign-in', async ({ shop, asha }) => {
    const another = await createSession(shop, asha.id);
    expect(Buffer.from(asha.token, 'base64url')).toHaveLength(32);
    expect(another).not.toBe(asha.token);
  });

  it('is stored only with a hash of its token', async ({ shop, asha }) => {
    const [session] = await shop.db.select().from(sessions);
    expect(session?.tokenHash).toBe(createHash('sha256').update(asha.token).digest('hex'));
    expect(JSON.stringify(session)).not.toContain(asha.token);
  });

  it('is rejected if a character of the token differs, or if the hash is sent', async ({ shop, asha }) => {
    const changed = (asha.token.startsWith('A') ? 'B' : 'A') + asha.token.slice(1);
    const hash = createHash('sha256').update(asha.token).digest('hex');
    for (const token of [changed, hash, `${asha.token}A`, asha.token.slice(0, -1), ''])
      expect(await findSession(shop, token)).toBeUndefined();
  });
});

describe('a session', () => {
  it('ends after thirty days without a request [S-AUTH-15]', async ({ shop, asha }) => {
    shop.clock.advance(30 * day);
    expect(await findSession(shop, asha.token)).toBeUndefined();
  });

  it('is valid until thirty days have passed without a request', async ({ shop, asha }) => {
    shop.clock.advance(30 * day - 1);
    expect(await findSession(shop, asha.token)).toBeDefined();
  });

  it('is extended to thirty more days by each request', async ({ shop, asha }) => {
    for (let use = 0; use < 4; use++) {
      shop.clock.advance(29 * day);
      expect(await findSession(shop, asha.token)).toBeDefined();
    }
  });

  it('is extended only by requests with its own token', async ({ shop, asha }) => {
    const other = await signInAs(shop, 'meera@example.in');
    shop.clock.advance(29 * day);
    await findSession(shop, asha.token);
    shop.clock.advance(day);
    expect(await findSession(shop, asha.token)).toBeDefined();
    expect(await findSession(shop, other.token)).toBeUndefined();
  });

  it('is updated in the database at most once an hour', async ({ shop, asha }) => {
    const [{ usedAt } = { usedAt: undefined }] = await shop.db.select().from(sessions);
    shop.clock.advance(hour - 1);
    await findSession(shop, asha.token);
    expect(await shop.db.select().from(sessions)).toMatchObject([{ usedAt }]);
    shop.clock.advance(1);
    await findSession(shop, asha.token);
    expect(await shop.db.select().from(sessions)).toMatchObject([{ usedAt: shop.clock.now() }]);
  });

  it('ends when its customer logs out, but the other sessions do not [S-AUTH-19]', async ({ shop, asha }) => {
    const phone = await createSession(shop, asha.id);
    const session = await findSession(shop, asha.token);
    if (!session) throw new Error('the session is gone');
    await deleteSession(shop, session);
    expect(await findSession(shop, asha.token)).toBeUndefined();
    expect(await findSession(shop, phone)).toBeDefined();
  });

  it('ends with all of its customer’s when they log out everywhere, and no other', async ({ shop, asha }) => {
    const phone = await createSession(shop, asha.id);
    const other = await signInAs(shop, 'other@example.in');
    await deleteAllSessions(shop, asha);
    expect(await findSession(shop, asha.token)).toBeUndefined();
    expect(await findSession(shop, phone)).toBeUndefined();
    expect(await findSession(shop, other.token)).toBeDefined();
  });

  it('is deleted at the customer’s next sign-in if it has expired', async ({ shop, asha }) => {
    shop.clock.advance(30 * day);
    await createSession(shop, asha.id);
    expect(await shop.db.select().from(sessions)).toHaveLength(1);
  });
});
