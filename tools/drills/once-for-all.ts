import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import { queueEmail } from '../../app/foundation/email/email.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { receiveStock } from '../../app/stock/stock.server.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { orderDetails } from '../bench/shoppers.ts';
import type { Finding } from './drill.ts';
import { type Line, openLine } from './line.ts';
import { lineToEach } from './many.ts';
import type { TwoProcesses } from './two-processes.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The lines in turn: one thing after the other goes to one process and then to the other. */
function inTurn(lines: readonly Line[]): () => Line {
  let turn = 0;
  return () => {
    const line = lines[turn++ % lines.length];
    if (!line) throw new Error('there is no process');
    return line;
  };
}

/** Whoever signs out at one process is signed out at the other. */
export async function signOutEverywhere({ many, shop }: TwoProcesses): Promise<Finding[]> {
  const lines = await lineToEach(many);
  const next = inTurn(lines);
  let before = 0;
  let after = 0;
  const times = 10;
  for (let turn = 0; turn < times; turn++) {
    const { token } = await signInAs(shop, `leaving-${turn}@example.in`);
    for (const line of lines)
      if ((await line.get('/api/cart/get', bearer(token))).status === 200) before += 1;
    await next().post('/api/user/logout', {}, bearer(token));
    for (const line of lines) if ((await line.get('/api/cart/get', bearer(token))).status !== 401) after += 1;
  }
  for (const line of lines) line.close();
  return [
    {
      what: 'who signs out at one process is signed out at both',
      figure: `${times} sign-outs, let in ${before} times before and ${after} times afterwards`,
      holds: before === times * lines.length && after === 0,
    },
  ];
}

/** Of the guesses at both processes together five are looked at. */
export async function countGuesses({ many, shop, sink }: TwoProcesses): Promise<Finding[]> {
  const lines = await lineToEach(many);
  const next = inTurn(lines);

  async function codeFor(email: string): Promise<string> {
    const { status } = await next().post('/api/user/send-otp', { email });
    if (status !== 200) throw new Error(`a code for ${email} was answered ${status}`);
    for (;;) {
      const letter = sink.emails.find(({ to }) => to === email);
      const [code] = /\d{6}/.exec(letter?.subject ?? '') ?? [];
      if (code) return code;
      await wait(20);
    }
  }

  /** So many wrong guesses at once, and then the right one: whether it opened. */
  async function guess(email: string, wrong: number): Promise<boolean> {
    const code = await codeFor(email);
    const other = (turn: number) => String((Number(code) + 1 + turn) % 1_000_000).padStart(6, '0');
    await Promise.all(
      Array.from({ length: wrong }, (_, turn) =>
        next().post('/api/user/verify-otp', { email, otp: other(turn) }),
      ),
    );
    return (await next().post('/api/user/verify-otp', { email, otp: code })).status === 200;
  }

  const afterFour = await guess('four@example.in', 4);
  const afterFive = await guess('five@example.in', 5);
  const afterMany = await guess('many@example.in', 40);
  const tries = z.object({ tries: z.number() });
  const counted = readRows(
    tries,
    await shop.db.execute(sql`select tries from sign_in_codes where email = 'many@example.in'`),
  )[0]?.tries;
  for (const line of lines) line.close();
  const text = (opened: boolean) => (opened ? 'opens' : 'is refused');
  return [
    {
      what: 'guesses of a code are counted across both',
      figure: `right after 4 wrong ones: ${text(afterFour)}; after 5: ${text(afterFive)}; after 40 at once: ${text(afterMany)}, ${counted} counted`,
      holds: afterFour && !afterFive && !afterMany && counted === 5,
    },
  ];
}

const raceRuns = 5;
const racers = 40;
const last = 'TB-SAR-001';

/** Twenty at each process want the last piece. */
export async function raceForTheLast({ many, shop }: TwoProcesses): Promise<Finding[]> {
  const lines = Array.from({ length: racers }, () => openLine(many.url));
  const left = z.object({ onHand: z.number(), held: z.number() });
  const readLeft = async () =>
    readRows(
      left,
      await shop.db.execute(
        sql`select on_hand as "onHand", held from stock_levels where variant_id = ${last}`,
      ),
    )[0] ?? { onHand: -1, held: -1 };
  const sold: number[] = [];
  const odd = new Set<number>();
  let leftOver = 0;
  for (let round = 0; round < raceRuns; round++) {
    const { onHand } = await readLeft();
    if (onHand !== 1) await receiveStock(shop, [{ variantId: last, change: 1 - onHand }], 'the next race');
    const tokens: string[] = [];
    for (let racer = 0; racer < racers; racer++) {
      const { token } = await signInAs(shop, `racer-${round}-${racer}@example.in`);
      tokens.push(token);
    }
    await each(lines, tokens, (line, token) =>
      line.post(`/api/cart/add/${last}`, { quantity: 1 }, bearer(token)),
    );
    const answers = await each(lines, tokens, (line, token) =>
      line.post('/api/checkout/', { orderDetails }, bearer(token)),
    );
    sold.push(answers.filter(({ status }) => status === 200).length);
    for (const { status } of answers) if (status !== 200 && status !== 409) odd.add(status);
    leftOver += Math.abs((await readLeft()).onHand);
  }
  for (const line of lines) line.close();
  return [
    {
      what: 'the last piece is sold once',
      figure: `${raceRuns} races of ${racers}: sold ${sold.join(', ')} times; other answers than 200 and 409: ${[...odd].join(', ') || 'none'}`,
      holds: sold.every((count) => count === 1) && odd.size === 0 && leftOver === 0,
    },
  ];
}

function each<T>(
  lines: readonly Line[],
  tokens: readonly string[],
  act: (line: Line, token: string) => Promise<T>,
) {
  return Promise.all(
    lines.map((line, at) => {
      const token = tokens[at];
      if (token === undefined) throw new Error('somebody has no token');
      return act(line, token);
    }),
  );
}

const mails = 120;

/** Two post offices empty one outbox. */
export async function mailOnce({ shop, sink }: TwoProcesses): Promise<Finding[]> {
  const text = 'For the drill';
  for (let number = 0; number < mails; number++)
    await queueEmail(shop, {
      kind: 'drill',
      to: `reader-${number}@example.in`,
      subject: text,
      text,
      html: `<p>${text}</p>`,
    });
  const waiting = z.object({ count: z.coerce.number() });
  for (;;) {
    const open = sql`select count(*) as count from outbox where kind = 'drill' and sent_at is null`;
    if (readRows(waiting, await shop.db.execute(open))[0]?.count === 0) break;
    await wait(200);
  }
  const came = sink.emails.filter(({ subject }) => subject === text);
  const different = new Set(came.map(({ id }) => id)).size;
  return [
    {
      what: 'each mail is sent once by two post offices',
      figure: `${mails} mails, ${came.length} letters came, ${different} different; ${sink.mostAtOnce()} handed over at once`,
      holds: came.length === mails && different === mails && sink.mostAtOnce() === 2,
    },
  ];
}

const unpaid = 20;

/** Orders that nobody pays for end once, and give their pieces back once, though both processes look for them. */
export async function expireOnce({ many, shop }: TwoProcesses): Promise<Finding[]> {
  const stole = 'TB-STO-001';
  const lines = await lineToEach(many);
  const next = inTurn(lines);
  const free = async () =>
    readRows(
      z.object({ free: z.number() }),
      await shop.db.execute(sql`select on_hand - held as free from stock_levels where variant_id = ${stole}`),
    )[0]?.free;
  const before = await free();
  for (let number = 0; number < unpaid; number++) {
    const { token } = await signInAs(shop, `unpaid-${number}@example.in`);
    await next().post(`/api/cart/add/${stole}`, { quantity: 1 }, bearer(token));
    const { status } = await next().post('/api/payment/create-order', { orderDetails }, bearer(token));
    if (status !== 200) throw new Error(`a payment to begin was answered ${status}`);
  }
  const during = await free();
  await shop.db.execute(sql`update holds set until = now() - interval '1 second'`);
  await shop.db.execute(
    sql`update orders set expires_at = now() - interval '1 second' where state = 'pending_payment'`,
  );
  const ended = await untilEnded(shop);
  const after = await free();
  for (const line of lines) line.close();
  return [
    {
      what: 'orders that nobody pays for end once',
      figure: `${ended.orders} orders, ${ended.endings} endings; pieces free: ${before} before, ${during} meanwhile, ${after} afterwards`,
      holds: ended.orders === unpaid && ended.endings === unpaid && before === after && during !== before,
    },
  ];
}

const Ended = z.object({ orders: z.coerce.number(), endings: z.coerce.number(), waiting: z.coerce.number() });

/** Waits for the clerks of both, and for one round more. */
async function untilEnded(shop: Shop): Promise<z.infer<typeof Ended>> {
  const whose = sql`select o.id from orders o join customers c on c.id = o.customer_id where c.email like 'unpaid-%'`;
  const read = async () =>
    readRows(
      Ended,
      await shop.db.execute(sql`select
        (select count(*) from orders where state = 'expired' and id in (${whose})) as orders,
        (select count(*) from order_history where state = 'expired' and order_id in (${whose})) as endings,
        (select count(*) from orders where state = 'pending_payment' and id in (${whose})) as waiting`),
    )[0];
  const end = performance.now() + 60_000;
  while ((await read())?.waiting !== 0 && performance.now() < end) await wait(200);
  await wait(6000);
  return (await read()) ?? { orders: 0, endings: 0, waiting: -1 };
}
