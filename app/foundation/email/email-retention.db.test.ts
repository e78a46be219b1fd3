import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { it } from '../../../tests/fixtures/world.ts';
import { outbox } from '../tables.server.ts';
import { deleteOldEmails } from './email-retention.server.ts';
import { createEmailWorker } from './email-worker.server.ts';

const day = 24 * 3_600_000;
const email = { kind: 'test', to: 'asha@example.in', text: 'Hello', html: '<p>Hello</p>' };
const sent = (at: Date, subject: string) => ({ ...email, subject, createdAt: at, sentAt: at });

it('deletes an email 30 days after it was sent, and keeps pending and failed emails', async ({ shop }) => {
  const now = shop.clock.now();
  const waiting = { ...sent(now, 'waiting'), sentAt: null };
  const failed = { ...waiting, subject: 'given up', failedAt: now };
  await shop.db.insert(outbox).values([sent(now, 'sent'), waiting, failed]);
  shop.clock.advance(30 * day);
  expect(await deleteOldEmails(shop)).toEqual({ emails: 0, files: 0 });
  shop.clock.advance(1);
  expect(await deleteOldEmails(shop)).toEqual({ emails: 1, files: 0 });
  const stored = await shop.db.select({ subject: outbox.subject }).from(outbox).orderBy(outbox.subject);
  expect(stored).toEqual([{ subject: 'given up' }, { subject: 'waiting' }]);
});

it.for(['', 'hashjoin mergejoin hashagg material sort'])(
  'deletes at most 2,000 old emails per run with these kinds of PostgreSQL query plans disabled: “%s”',
  async (plans, { shop }) => {
    const old = sent(shop.clock.now(), 'old');
    await shop.db.insert(outbox).values(Array.from({ length: 2003 }, () => old));
    shop.clock.advance(31 * day);
    for (const plan of plans.split(' ').filter(Boolean))
      await shop.db.execute(sql.raw(`set local enable_${plan} = off`));
    expect(await deleteOldEmails(shop)).toMatchObject({ emails: 2000 });
    expect(await deleteOldEmails(shop)).toMatchObject({ emails: 3 });
  },
);

it('deletes an email file after 30 days, and keeps other files in the folder', async ({ shop }) => {
  const folder = path.join(shop.config.dataDir, 'mail');
  await mkdir(folder);
  const old = ['2026-10-20T06-30-00-000Z-a-1.eml', '2026-10-22T06-29-59-999Z-b.eml.part'];
  const dated = ['2026-10-22T06-30-00-000Z-c.eml', '2026-11-21T06-30-00-000Z-d.eml'];
  const stored = ['2020.eml', ...dated, 'about.txt'];
  for (const name of [...old, ...stored]) await writeFile(path.join(folder, name), '');
  expect(await deleteOldEmails(shop)).toEqual({ emails: 0, files: 2 });
  expect(await readdir(folder)).toEqual(stored);
});

it('deletes old emails once an hour while the email worker runs', async ({ ownShop }) => {
  const subjects = async () =>
    (await ownShop.db.select({ subject: outbox.subject }).from(outbox)).map(({ subject }) => subject);
  const longAgo = new Date(ownShop.clock.now().getTime() - 31 * day);
  await ownShop.db.insert(outbox).values(sent(longAgo, 'first'));
  const sentSubjects: string[] = [];
  const send = async ({ subject }: { subject: string }) => void sentSubjects.push(subject);
  const worker = createEmailWorker({ shop: ownShop, send });
  worker.start();
  await expect.poll(subjects).toEqual([]);

  const now = ownShop.clock.now();
  const fresh = { ...email, subject: 'new', createdAt: now, nextTryAt: now };
  await ownShop.db.insert(outbox).values([sent(longAgo, 'second'), fresh]);
  worker.wake();
  await expect.poll(() => sentSubjects).toEqual(['new']);
  expect(await subjects()).toContain('second');

  ownShop.clock.advance(3_600_000);
  worker.wake();
  await expect.poll(subjects).toEqual(['new']);
  await worker.stop();
});
