import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.server.ts';
import { setBackgroundTimer } from '../jobs/background-timer.server.ts';
import type { Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';
import { deleteOldEmails, timeInFileName } from './email-retention.server.ts';

const minute = 60_000;

/** How long to wait after the first, second, … failure. After one more the mail is parked. */
const waits = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];

/** A taken mail is nobody else's for this long. It is longer than a sending may last, so no mail is sent twice. */
const lease = 2 * minute;
const longestSending = minute;

const betweenRunsMs = 5000;
const betweenClearings = 60 * minute;
const emailsPerRun = 50;

export type QueuedEmail = typeof outbox.$inferSelect;

/** Hands one mail over to the outside; rejects when that failed. */
export type EmailTransport = (mail: QueuedEmail) => Promise<void>;

export type EmailWorker = {
  /** Sends what is due, once. Answers how many mails were sent. */
  deliver(): Promise<number>;
  /** Begins to deliver every few seconds and to forget what is old; the timer does not keep the process alive. */
  start(): void;
  /** Delivers soon, without waiting for the next round. */
  wake(): void;
  /** Ends the rounds, and waits for the mail that is being sent. */
  stop(): Promise<void>;
};

/** Opens the post office of a shop. `carry` stands in for the outside in tests; `everyMs` is the time between two rounds. */
export function createEmailWorker({
  shop,
  carry = transportFor(shop.config),
  everyMs = betweenRunsMs,
}: {
  shop: Shop;
  carry?: EmailTransport;
  everyMs?: number | undefined;
}): EmailWorker {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();
  let running = false;
  let woken = false;
  let stopped = false;
  let nextClearing = 0;

  async function deliver(): Promise<number> {
    let sent = 0;
    await forgetPassed(shop);
    for (let taken = 0; taken < emailsPerRun && !stopped; taken++) {
      const mail = await claimDue(shop);
      if (!mail) break;
      if (await send(shop, carry, mail)) sent++;
    }
    return sent;
  }

  function plan(wait: number) {
    if (stopped) return;
    clearTimeout(timer);
    timer = setBackgroundTimer(runOnce, wait);
  }

  async function clearIfDue() {
    const now = shop.clock.now().getTime();
    if (stopped || now < nextClearing) return;
    nextClearing = now + betweenClearings;
    await deleteOldEmails(shop);
  }

  function runOnce() {
    running = true;
    woken = false;
    round = deliver()
      .catch((error: unknown) => shop.log.error({ err: error }, 'the post office could not read its outbox'))
      .then(clearIfDue)
      .catch((error: unknown) => shop.log.error({ err: error }, 'the post office could not forget old mails'))
      .finally(() => {
        running = false;
        plan(woken ? 0 : everyMs);
      });
  }

  return {
    deliver,
    start: () => plan(0),
    wake: () => {
      woken = true;
      if (timer && !running) plan(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** Takes the mail that has waited longest, and leases it; other processes skip it meanwhile. */
async function claimDue(shop: Shop): Promise<QueuedEmail | undefined> {
  const now = shop.clock.now();
  const due = sql`select ${outbox.id} from ${outbox}
    where ${outbox.sentAt} is null and ${outbox.failedAt} is null
      and ${outbox.nextTryAt} <= ${now.toISOString()}::timestamptz
    order by ${outbox.nextTryAt} limit 1 for update skip locked`;
  const [mail] = await shop.db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1`, nextTryAt: new Date(now.getTime() + lease) })
    .where(sql`${outbox.id} = (${due})`)
    .returning();
  return mail;
}

async function send(shop: Shop, carry: EmailTransport, mail: QueuedEmail): Promise<boolean> {
  // Whoever has taken it again after the lease has counted a further try; only the last taker may write.
  const mine = and(eq(outbox.id, mail.id), eq(outbox.tries, mail.tries));
  try {
    await withinTime(carry(mail));
  } catch (error) {
    const now = shop.clock.now();
    const wait = waits[mail.tries - 1];
    const after = wait === undefined ? { failedAt: now } : { nextTryAt: new Date(now.getTime() + wait) };
    const lastError = error instanceof Error ? error.message : String(error);
    await shop.db
      .update(outbox)
      .set({ lastError, ...after })
      .where(mine);
    const { id, kind, tries } = mail;
    shop.log.warn({ mail: id, kind, tries, parked: wait === undefined, err: error }, 'a mail was not sent');
    return false;
  }
  if (mail.expiresAt) await shop.db.delete(outbox).where(mine);
  else await shop.db.update(outbox).set({ sentAt: shop.clock.now(), lastError: null }).where(mine);
  return true;
}

/** Mails that are not worth sending any more are not sent, nor kept. */
async function forgetPassed(shop: Shop): Promise<void> {
  const passed = sql`select ${outbox.id} from ${outbox}
    where ${outbox.expiresAt} <= ${shop.clock.now().toISOString()}::timestamptz limit 200 for update skip locked`;
  await shop.db.delete(outbox).where(sql`${outbox.id} = any(array(${passed}))`);
}

/** A server that answers a drop at a time must not hold the mail for longer than the lease. */
async function withinTime(sending: Promise<void>): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The mail server took too long.')), longestSending);
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
