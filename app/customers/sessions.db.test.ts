import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it as base } from '../../tests/fixtures/world.ts';
import { createSession, deleteAllSessions, deleteSession, findSession } from './sessions.server.ts';
import { sessions } from './tables.server.ts';

const hour = 3_600_000;
const day = 24 * hour;

const it = base.extend('asha', ({ shop }) => signInAs(shop, 'asha@example.in'));

describe('the token of a session', () => {
  it('has 256 random bits, is new at each sign-in, and is stored only as a hash', async ({ shop, asha }) => {
    const [session] = await shop.db.select().from(sessions);
    expect(Buffer.from(asha.token, 'base64url')).toHaveLength(32);
    expect(await createSession(shop, asha.id)).not.toBe(asha.token);
    expect(session?.tokenHash).toBe(createHash('sha256').update(asha.token).digest('hex'));
    expect(JSON.stringify(session)).not.toContain(asha.token);
  });

  it('is rejected if one of its characters differs, or if its hash is sent', async ({ shop, asha }) => {
    const changed = (asha.token.startsWith('A') ? 'B' : 'A') + asha.token.slice(1);
    const hash = createHash('sha256').update(asha.token).digest('hex');
    for (const token of [changed, hash, `${asha.token}A`, asha.token.slice(0, -1), ''])
      expect(await findSession(shop, token)).toBeUndefined();
  });
});

describe('a session', () => {
  it('ends thirty days after its last request [S-AUTH-15]', async ({ shop, asha }) => {
    const meera = await signInAs(shop, 'meera@example.in');
    shop.clock.advance(30 * day - 1);
    expect(await findSession(shop, asha.token)).toBeDefined();
    shop.clock.advance(1);
    expect(await findSession(shop, meera.token)).toBeUndefined();
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

  it('ends when its customer logs out of it or everywhere [S-AUTH-19]', async ({ shop, asha }) => {
    const [phone, other] = [await createSession(shop, asha.id), await signInAs(shop, 'other@example.in')];
    const session = await findSession(shop, asha.token);
    if (!session) throw new Error('the session is gone');
    await deleteSession(shop, session);
    expect(await findSession(shop, asha.token)).toBeUndefined();
    expect(await findSession(shop, phone)).toBeDefined();
    await deleteAllSessions(shop, asha);
    expect(await findSession(shop, phone)).toBeUndefined();
    expect(await findSession(shop, other.token)).toBeDefined();
  });

  it('is deleted at the customer’s next sign-in if it has expired', async ({ shop, asha }) => {
    shop.clock.advance(30 * day);
    await createSession(shop, asha.id);
    expect(await shop.db.select().from(sessions)).toHaveLength(1);
  });
});
