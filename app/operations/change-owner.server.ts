import path from 'node:path';
import { createOwner, createStaffLink, resetFactorOf } from '../admin/sign-in/staff.server.ts';
import { linkUrl } from '../customers/sign-in/links.server.ts';
import { systemClock } from '../foundation/clock.ts';
import { readConfig } from '../foundation/config/config.server.ts';
import { readSecret } from '../foundation/config/secret.server.ts';
import { openEmbedded, openPostgres } from '../foundation/database/database.server.ts';
import { openLog } from '../foundation/log.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { askRunningShop } from './shop-socket.server.ts';

const usage = [
  'npm run owner -- add name@example.in     makes the address an owner’s',
  'npm run owner -- code name@example.in    prints a link that signs in once, within ten minutes',
  'npm run owner -- reset name@example.in   forgets a lost second factor',
].join('\n');

/**
 * Implements `npm run owner`: adds an owner, creates a link to sign in, or removes a second factor. If the shop is running with
 * the embedded database, asks the shop's process to make the change. Returns a report for the terminal.
 */
export async function changeOwner(
  environment: NodeJS.ProcessEnv,
  root: string,
  args: readonly string[],
): Promise<string> {
  assertOwnerChange(args);
  const config = readConfig(environment);
  const log = openLog(config.logLevel);
  const migrations = path.join(root, 'migrations');
  const opened = config.databaseUrl
    ? await openPostgres(config.databaseUrl, migrations, (err) => log.warn({ err }, 'a connection broke'))
    : await openEmbedded(config.dataDir, migrations).catch((error: unknown) => {
        if (error instanceof Error && error.message.startsWith('Another shop process')) return undefined;
        throw error;
      });
  if (!opened) return askRunningShop(config.dataDir, { action: 'owner', args: [...args] }, 'do it');
  const shop: Shop = {
    db: opened.db,
    clock: systemClock,
    config,
    log,
    secret: readSecret(config),
    afterCommit: (effect) => effect(),
    // This process runs no email worker.
    wakeEmailWorker: () => undefined,
  };
  try {
    return await runOwnerChange(shop, args);
  } finally {
    await opened.close();
  }
}

/** @throws Error with the usage if the arguments are not those of `npm run owner` */
function assertOwnerChange([action = '', email = '']: readonly string[]): void {
  if (!['add', 'code', 'reset'].includes(action)) throw new Error(`Please say what to do:\n${usage}`);
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new Error(`Please name an e-mail address:\n${usage}`);
}

/** Changes an owner according to the arguments of `npm run owner`. Returns a report for the terminal. */
export async function runOwnerChange(shop: Shop, args: readonly string[]): Promise<string> {
  assertOwnerChange(args);
  const [action, email = ''] = args;
  const { publicUrl } = shop.config;
  const noMember = `No staff member has the email address ${email}.`;
  if (action === 'add') {
    await createOwner(shop, email);
    return `${email} is an owner. They sign in at ${publicUrl}/admin with a code that is mailed there.`;
  }
  if (action === 'code') {
    const secret = await createStaffLink(shop, email);
    if (!secret) throw new Error(noMember);
    return [
      `This link signs ${email} in once, within ten minutes. The second factor is asked for as always. Open it in the browser:`,
      linkUrl(publicUrl, 'admin', secret),
    ].join('\n');
  }
  if (!(await resetFactorOf(shop, email))) throw new Error(noMember);
  return `The second factor of ${email} is forgotten. They set up a new one when they sign in.`;
}
