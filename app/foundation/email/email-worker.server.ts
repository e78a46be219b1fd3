import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isNull, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import * as urls from '../../urls.ts';
import { minutes, seconds } from '../clock.ts';
import type { Config } from '../config/config.server.ts';
import { deleteExpired } from '../database/delete-expired.server.ts';
import { backoffByTries, leaseQueue } from '../jobs/lease-queue.server.ts';
import { createPoller, hourly, type Poller } from '../jobs/poller.server.ts';
import type { RootShop, Shop, Tx } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';
import { staffNotification } from './email.server.ts';
import { deleteOldEmails, emailFolder, timeInFileName } from './email-retention.server.ts';

/**
 * Duration of a worker's lease of an email in milliseconds. It is longer than {@link maxSendingMs}, so that no other worker
 * claims an email that is being sent.
 */
const leaseMs = minutes(2);
/** Limit in milliseconds for sending an email, including the rendering of its attachment. */
const maxSendingMs = minutes(1);
/**
 * Limit in milliseconds for rendering an attachment. It is shorter than {@link maxSendingMs}, so that time remains to send the
 * email without the attachment.
 */
const maxRenderingMs = seconds(20);
/** Maximum number of expired emails that one run deletes. */
const maxExpired = 200;
/** Maximum size of an attachment in bytes. A larger file is not attached, because many mailboxes would reject the email. */
const maxAttachmentBytes = 1_000_000;

export type QueuedEmail = typeof outbox.$inferSelect;

export type EmailAttachment = { filename: string; contentType: string; content: Buffer };

/** Renders the attachment of an email from its `attachmentId`. Returns undefined if the attachment does not exist. */
export type RenderAttachment = (shop: Shop, attachmentId: string) => Promise<EmailAttachment | undefined>;

/** Sends one email. Rejects if the email cannot be sent. */
export type EmailTransport = (email: QueuedEmail, attachment?: EmailAttachment) => Promise<void>;

const queue = leaseQueue({
  table: outbox,
  key: 'id',
  isOpen: isNull(outbox.sentAt),
  leaseMs,
  limit: 50,
  failureEvent: ({ id, kind }) =>
    kind === staffNotification ? undefined : { kind: 'email-failed', payload: { emailId: id } },
  failure: {
    level: 'warn',
    message: 'failed to send an email',
    subject: ({ id, kind }) => ({ email: id, kind }),
  },
});

/**
 * Deletes up to 200 expired emails. Then sends up to 50 due emails, but stops early if `mustStop` returns true. Returns the
 * number of sent emails. If an attachment cannot be rendered, the email is retried later. The last try sends the email without
 * the attachment.
 */
export async function deliverEmails(
  shop: Shop,
  send: EmailTransport = transportFor(shop.config),
  {
    render,
    renderingMs = maxRenderingMs,
    mustStop,
  }: { render?: RenderAttachment | undefined; renderingMs?: number; mustStop?: () => boolean } = {},
): Promise<number> {
  await deleteExpired(shop, outbox.id, outbox.expiresAt, shop.clock.now(), maxExpired);
  return queue.runOnce(
    shop,
    async (email) => {
      await withTimeout(sendWithAttachment(email), maxSendingMs, 'The mail server took too long.');
      // Delete a sent email that has `expiresAt`, because the email contains a code.
      return email.expiresAt ? 'delete' : { sentAt: shop.clock.now() };
    },
    { mustStop },
  );

  async function renderFile({ attachmentId }: QueuedEmail): Promise<EmailAttachment | undefined> {
    return attachmentId === null ? undefined : render?.(shop, attachmentId);
  }

  async function sendWithAttachment(email: QueuedEmail): Promise<void> {
    const rendering = withTimeout(renderFile(email), renderingMs, 'Rendering the file took too long.');
    const file = await rendering.catch((error: unknown) => {
      const isLastTry = backoffByTries(email) === undefined;
      if (!isLastTry) throw error;
      shop.log.error({ email: email.id, kind: email.kind, err: error }, 'sending an email without its file');
      return undefined;
    });
    const isTooLarge = file !== undefined && file.content.length > maxAttachmentBytes;
    await send(email, isTooLarge ? undefined : file);
  }
}

/** Creates the worker that sends due emails every `everyMs` milliseconds, and deletes old emails once an hour. */
export function createEmailWorker({
  shop,
  send = transportFor(shop.config),
  render,
  everyMs,
}: {
  shop: RootShop;
  send?: EmailTransport;
  render?: RenderAttachment;
  everyMs?: number | undefined;
}): Poller {
  // Return 0, so that the task runs only once an hour, even if more old emails are left.
  const deleteOld = async () => {
    await deleteOldEmails(shop);
    return 0;
  };
  return createPoller(
    shop,
    [
      ['emails to send', (mustStop) => deliverEmails(shop, send, { render, mustStop })],
      ['old emails to delete', hourly(shop, deleteOld)],
    ],
    everyMs,
  );
}

/** Schedules a failed email again, with the full number of tries. Returns false if no failed email has this id. */
export async function resendEmail(tx: Tx, emailId: string): Promise<boolean> {
  const retried = await queue.retry(tx, sql`${outbox.id}::text = ${emailId}`, { tries: 0 });
  if (retried === 0) return false;
  tx.wakeEmailWorker();
  return true;
}

/** Rejects with `text` after `ms` milliseconds. Does not abort `work`. */
async function withTimeout<T>(work: Promise<T>, ms: number, text: string): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(text)), ms);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the SMTP transport. If SMTP is not configured, returns a transport that writes each email to a file in the data folder.
 */
export function transportFor(config: Config): EmailTransport {
  return config.smtpUrl ? smtpTransport(config, config.smtpUrl) : fileTransport(config);
}

function smtpTransport(config: Config, url: string): EmailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (email, attachment) => {
    await transport.sendMail(messageOf(config, email, attachment));
  };
}

function fileTransport(config: Config): EmailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const folder = emailFolder(config);
  return async (email, attachment) => {
    const { message } = await transport.sendMail(messageOf(config, email, attachment));
    if (!Buffer.isBuffer(message)) throw new Error('The email was not rendered to a buffer.');
    const file = path.join(folder, fileNameOf(email));
    await mkdir(folder, { recursive: true });
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

/** Returns the file name of an email. The names sort by time. Each try for the same email has the same name. */
function fileNameOf(email: QueuedEmail): string {
  return `${timeInFileName(email.createdAt)}-${email.id}.eml`;
}

/**
 * Returns the message for nodemailer. The Message-ID contains the row's id, so that clients can detect an email that is sent
 * twice after a crash. An email that notifies staff of events also has the header `List-Unsubscribe`, with the URL of the page on
 * which staff switch these emails off.
 */
function messageOf(config: Config, email: QueuedEmail, attachment?: EmailAttachment) {
  return {
    messageId: `<${email.id}@${new URL(config.publicUrl).hostname}>`,
    date: email.createdAt,
    from: config.mailFrom,
    // Pass each address as an object. If it is a string, nodemailer parses it, and a customer's input could become two addresses.
    to: { name: '', address: email.to },
    replyTo: email.replyTo ? { name: '', address: email.replyTo } : undefined,
    subject: email.subject,
    ...(email.kind === staffNotification && {
      list: { unsubscribe: config.publicUrl + urls.adminNotifications },
    }),
    text: email.text,
    html: email.html,
    attachments: attachment && [attachment],
  };
}
