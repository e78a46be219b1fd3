import path from 'node:path';
import { createOwner, resetFactorOf } from '../admin/sign-in/staff.server.ts';
import { systemClock } from '../foundation/clock.ts';
import { readConfig } from '../foundation/config/config.server.ts';
import { readSecret } from '../foundation/config/secret.server.ts';
import { openEmbedded, openPostgres } from '../foundation/database/database.server.ts';
import { openLog } from '../foundation/log.server.ts';
import type { Shop } from '../foundation/shop.server.ts';

const usage = 'npm run owner -- add name@example.in, or npm run owner -- reset name@example.in';

/**
 * For whoever sits at the shop's machine: `add` makes an address an owner's, `reset` forgets a lost second factor.
 * Answers what was done, in words; rejects with an Error in plain words.
 */
export async function changeOwner(
  environment: NodeJS.ProcessEnv,
  root: string,
  [what, email = '']: readonly string[],
): Promise<string> {
  if (what !== 'add' && what !== 'reset') throw new Error(`Please say what to do: ${usage}`);
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new Error(`Please name an e-mail address: ${usage}`);
  const config = readConfig(environment);
  const log = openLog(config.logLevel);
  const migrations = path.join(root, 'migrations');
  const { db, close } = config.databaseUrl
    ? await openPostgres(config.databaseUrl, migrations, (err) => log.warn({ err }, 'a connection broke'))
    : await openEmbedded(config.dataDir, migrations);
  const shop: Shop = {
    db,
    clock: systemClock,
    config,
    log,
    secret: readSecret(config),
    afterCommit: (effect) => effect(),
    // No email worker runs in this process.
    wakeEmailWorker: () => undefined,
  };
  try {
    if (what === 'add') {
      await createOwner(shop, email);
      return `${email} is an owner. They sign in at ${config.publicUrl}/admin with a code that is mailed there.`;
    }
    if (!(await resetFactorOf(shop, email))) throw new Error(`Nobody in the team has the address ${email}.`);
    return `The second factor of ${email} is forgotten. They set up a new one when they sign in.`;
  } finally {
    await close();
  }
}
