/** Tests of `npm run owner`, with a running shop and with a stopped shop. */
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { it as base, describe, expect, inject } from 'vitest';
import { migrations } from '../../tests/engine/databases.ts';
import { makeTempFolder } from '../../tests/engine/temp-folder.ts';
import { shopWithFixtures } from '../../tests/fixtures/shop.ts';
import { verifyStaffLink } from '../admin/sign-in/sign-in.server.ts';
import { createOwner } from '../admin/sign-in/staff.server.ts';
import { auditLog } from '../admin/tables.server.ts';
import { openEmbedded } from '../foundation/database/database.server.ts';
import { changeOwner, runOwnerChange } from './change-owner.server.ts';
import { serveShopSocket } from './shop-socket.server.ts';

const root = path.join(migrations, '..');
const email = 'kavita@example.in';
const client = { address: '203.0.113.7' };
const environmentOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  PUBLIC_URL: 'http://localhost:3000',
  LOG_LEVEL: 'silent',
});

const world = inject('seededWorld');

/** The data folder of a shop with test data. */
const it = base.extend('dataDir', ({ task }, { onCleanup }) => {
  const folder = makeTempFolder(task.mode);
  onCleanup(() => rmSync(folder, { recursive: true }));
  if (world.engine === 'embedded') cpSync(world.folder, folder, { recursive: true });
  return folder;
});

/** Returns the secret of the link that the command has printed. */
const linkIn = (output: string) => /#link=(\S+)/.exec(output)?.[1] ?? '';

describe.skipIf(world.engine === 'postgres')('npm run owner -- code', () => {
  it('prints a link that signs in once within ten minutes if the shop is running', async ({ dataDir }) => {
    const { db, copyTo, close } = await openEmbedded(dataDir, migrations);
    if (!copyTo) throw new Error('It cannot be copied.');
    const shop = shopWithFixtures(db, dataDir);
    await createOwner(shop, email);
    const owner = (args: readonly string[]) => runOwnerChange(shop, args);
    const actions = { copy: copyTo, owner, noteBackup: () => Promise.reject(new Error()) };
    const stop = serveShopSocket(dataDir, actions, shop.log);
    const output = await changeOwner(environmentOf(dataDir), root, ['code', email]);
    expect(output).toContain('/admin/login#link=');
    const link = linkIn(output);
    expect(link).toMatch(/^[a-z2-7]{16}$/);
    expect(await verifyStaffLink(shop, link, client)).toMatchObject({ next: 'set-up' });
    await expect(verifyStaffLink(shop, link, client)).rejects.toMatchObject({ name: 'link-ended' });
    const late = linkIn(await changeOwner(environmentOf(dataDir), root, ['code', email.toUpperCase()]));
    shop.clock.advance(10 * 60_000);
    await expect(verifyStaffLink(shop, late, client)).rejects.toMatchObject({ name: 'link-ended' });
    const log = await db.select().from(auditLog).orderBy(auditLog.id);
    expect(log.map(({ action, email }) => [action, email])).toEqual([
      ['team.create-owner', 'at the shop’s machine'],
      ['sign-in.print-link', 'at the shop’s machine'],
      ['sign-in.print-link', 'at the shop’s machine'],
    ]);
    expect(JSON.stringify(log)).not.toContain(link);
    await expect(changeOwner(environmentOf(dataDir), root, ['code', 'unknown@example.in'])).rejects.toThrow(
      'No staff member has the email address unknown@example.in.',
    );
    stop();
    await close();
  });

  it('prints a link that signs in if the shop is stopped', async ({ dataDir }) => {
    const environment = environmentOf(dataDir);
    await changeOwner(environment, root, ['add', email]);
    const link = linkIn(await changeOwner(environment, root, ['code', email]));
    const { db, close } = await openEmbedded(dataDir, migrations);
    expect(await verifyStaffLink(shopWithFixtures(db, dataDir), link, client)).toMatchObject({
      next: 'set-up',
    });
    await close();
  });

  it('fails and prints its usage for other arguments', async () => {
    for (const args of [[], ['codes', email], ['code'], ['code', 'kavita']])
      await expect(changeOwner(environmentOf('none'), root, args)).rejects.toThrow(
        'npm run owner -- code name@example.in',
      );
  });
});
