import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isNull, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { hours, minutes } from '../clock.ts';
import type { Config } from '../config/config.server.ts';
import { leaseQueue } from '../jobs/lease-queue.server.ts';
import { createPoller, type Poller } from '../jobs/poller.server.ts';
import type { RootShop, Shop, Tx } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';
import { deleteOldEmails, timeInFileName } from './email-retention.server.ts';

/** A claimed email is left to its worker for so long. It is longer than sending may take, so no email is sent twice. */
const leaseMs = minutes(2);
const maxSendingMs = minutes(1);

export type QueuedEmail = typeof outbox.$inferSelect;

/** Sends one email; rejects when that failed. */
export type EmailTransport = (email: QueuedEmail) => Promise<void>;

const queue = leaseQueue({
  table: outbox,
  key: 'id',
  isOpen: isNull(outbox.sentAt),
  leaseMs,
  limit: 50,
  failure: {
    level: 'warn',
    message: 'an email was not sent',
    subject: ({ id, kind }) => ({ email: id, kind }),
  },
});

/**
 * Sends the emails of the outbox that are due, once, until `mustStop`. Returns how many were sent. `send` stands in for the mail server
 * in tests.
 */
export async function deliverEmails(
  shop: Shop,
  send: EmailTransport = transportFor(shop.config),
  mustStop?: () => boolean,
): Promise<number> {
  await deleteExpired(shop);
  return queue.runOnce(
    shop,
    async (email) => {
      await withinTime(send(email));
      // An email with a code is not kept once it is sent.
      return email.expiresAt ? 'delete' : { sentAt: shop.clock.now() };
    },
    { mustStop },
  );
}

/** Sends emails in the background, and deletes old ones once an hour. `everyMs` is the time between two runs. */
export function createEmailWorker({
  shop,
  send = transportFor(shop.config),
  everyMs,
}: {
  shop: RootShop;
  send?: EmailTransport;
  everyMs?: number | undefined;
}): Poller {
  let nextDeletion = 0;

  async function deleteOld() {
    const now = shop.clock.now().getTime();
    if (now < nextDeletion) return;
    nextDeletion = now + hours(1);
    await deleteOldEmails(shop);
  }

  return createPoller(
    shop,
    [
      ['emails to send', (mustStop) => deliverEmails(shop, send, mustStop)],
      ['old emails to delete', deleteOld],
    ],
    everyMs,
  );
}

/** Lets an email that has failed be sent as if it were new. False when no such email has failed. */
export async function resendEmail(tx: Tx, emailId: string): Promise<boolean> {
  const retried = await queue.retry(tx, sql`${outbox.id}::text = ${emailId}`, { tries: 0 });
  if (retried === 0) return false;
  tx.wakeEmailWorker();
  return true;
}

/** Emails that are not worth sending any more are neither sent nor kept. */
async function deleteExpired(shop: Shop): Promise<void> {
  const passed = sql`select ${outbox.id} from ${outbox}
    where ${outbox.expiresAt} <= ${shop.clock.now().toISOString()}::timestamptz limit 200 for update skip locked`;
  await shop.db.delete(outbox).where(sql`${outbox.id} = any(array(${passed}))`);
}

/** A server that answers a drop at a time must not hold the mail for longer than the lease. */
async function withinTime(sending: Promise<void>): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The mail server took too long.')), maxSendingMs);
  try {
    await Promise.race([sending, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** By SMTP where it is configured; otherwise each mail becomes a file in the data folder. */
export function transportFor(config: Config): EmailTransport {
  return config.smtpUrl ? smtpCarrier(config, config.smtpUrl) : fileCarrier(config);
}

function smtpCarrier(config: Config, url: string): EmailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    await transport.sendMail(emailOf(config, mail));
  };
}

function fileCarrier(config: Config): EmailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const folder = path.join(config.dataDir, 'mail');
  return async (mail) => {
    const { message } = await transport.sendMail(emailOf(config, mail));
    if (!Buffer.isBuffer(message)) throw new Error('The mail was not written in one piece.');
    const file = path.join(folder, fileNameOf(mail));
    await mkdir(folder, { recursive: true });
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

/** `2026-11-21T07-51-00-000Z-{id}.eml`: in order of time when sorted, and the same at every try. */
function fileNameOf(mail: QueuedEmail): string {
  return `${timeInFileName(mail.createdAt)}-${mail.id}.eml`;
}

/** The Message-ID is the row's, so a mail that is sent again after a crash can be known as the same one. */
function emailOf(config: Config, mail: QueuedEmail) {
  return {
    messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
    date: mail.createdAt,
    from: config.mailFrom,
    // As objects: a bare string would be parsed, and what a person typed could become two addresses.
    to: { name: '', address: mail.to },
    replyTo: mail.replyTo ? { name: '', address: mail.replyTo } : undefined,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
  };
}
