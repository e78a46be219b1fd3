import { setTimeout as wait } from 'node:timers/promises';
import { queueEmail } from '../../app/foundation/email/email.server.ts';
import { receiveStock } from '../../app/stock/stock.server.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { type Client, openClient, type Response } from '../bench/client.ts';
import { orderDetails } from '../bench/shoppers.ts';
import type { Finding } from './drill.ts';
import { connectToEach } from './processes.ts';
import {
  countExpiries,
  countUnsentEmails,
  expirePendingOrders,
  readCountedGuesses,
  readStockLevel,
} from './queries.ts';
import type { TwoProcesses } from './two-processes.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns the connections one after the other, so that consecutive requests reach different processes. */
function alternate(connections: readonly Client[]): () => Client {
  let count = 0;
  return () => {
    const connection = connections[count++ % connections.length];
    if (!connection) throw new Error('There is no process.');
    return connection;
  };
}

const signOuts = 10;

/** One process refuses a session that was signed out at the other process. */
export async function signOutEverywhere({ processes, shop }: TwoProcesses): Promise<Finding[]> {
  const connections = await connectToEach(processes);
  const next = alternate(connections);
  let before = 0;
  let after = 0;
  for (let number = 0; number < signOuts; number++) {
    const { token } = await signInAs(shop, `leaving-${number}@example.in`);
    for (const connection of connections)
      if ((await connection.get('/api/cart/get', bearer(token))).status === 200) before += 1;
    await next().post('/api/user/logout', {}, bearer(token));
    for (const connection of connections)
      if ((await connection.get('/api/cart/get', bearer(token))).status !== 401) after += 1;
  }
  for (const connection of connections) connection.close();
  return [
    {
      promise: 'a sign-out at one process holds at both',
      measured: `${signOuts} sign-outs, accepted ${before} times before and ${after} times afterwards`,
      holds: before === signOuts * connections.length && after === 0,
    },
  ];
}

/** Both processes together accept five guesses of a sign-in code. */
export async function countGuesses({ processes, shop, sink }: TwoProcesses): Promise<Finding[]> {
  const connections = await connectToEach(processes);
  const next = alternate(connections);

  async function receiveCode(email: string): Promise<string> {
    const { status } = await next().post('/api/user/send-otp', { email });
    if (status !== 200) throw new Error(`The request for a code for ${email} got the response ${status}.`);
    for (;;) {
      const received = sink.emails.find(({ to }) => to === email);
      const [code] = /\d{6}/.exec(received?.subject ?? '') ?? [];
      if (code) return code;
      await wait(20);
    }
  }

  /** Sends wrong guesses at once and then the right code. Returns true if the right code signs in. */
  async function guess(email: string, wrongGuesses: number): Promise<boolean> {
    const code = await receiveCode(email);
    const wrongCode = (number: number) => String((Number(code) + 1 + number) % 1_000_000).padStart(6, '0');
    await Promise.all(
      Array.from({ length: wrongGuesses }, (_, number) =>
        next().post('/api/user/verify-otp', { email, otp: wrongCode(number) }),
      ),
    );
    return (await next().post('/api/user/verify-otp', { email, otp: code })).status === 200;
  }

  const afterFour = await guess('four@example.in', 4);
  const afterFive = await guess('five@example.in', 5);
  const afterMany = await guess('many@example.in', 40);
  const counted = await readCountedGuesses(shop, 'many@example.in');
  for (const connection of connections) connection.close();
  const result = (isAccepted: boolean) => (isAccepted ? 'accepted' : 'refused');
  return [
    {
      promise: 'guesses of a sign-in code are counted across both',
      measured: `the right code after 4 wrong guesses: ${result(afterFour)}; after 5: ${result(afterFive)}; after 40 at once: ${result(afterMany)}, ${counted} counted`,
      holds: afterFour && !afterFive && !afterMany && counted === 5,
    },
  ];
}

const races = 5;
const buyers = 40;
const contested = 'TB-SAR-001';

/** Forty buyers at both processes order the last unit at the same time. */
export async function raceForLastUnit({ processes, shop }: TwoProcesses): Promise<Finding[]> {
  const connections = Array.from({ length: buyers }, () => openClient(processes.url));
  const sold: number[] = [];
  const otherStatuses = new Set<number>();
  let isSoldOut = true;
  await liftOrderLimits(shop);
  for (let race = 0; race < races; race++) {
    const { onHand } = await readStockLevel(shop, contested);
    if (onHand !== 1)
      await receiveStock(shop, [{ variantId: contested, change: 1 - onHand }], 'the next race');
    const tokens: string[] = [];
    for (let buyer = 0; buyer < buyers; buyer++)
      tokens.push((await signInAs(shop, `buyer-${race}-${buyer}@example.in`)).token);
    await sendFromAll(connections, tokens, `/api/cart/add/${contested}`, { quantity: 1 });
    const responses = await sendFromAll(connections, tokens, '/api/checkout/', { orderDetails });
    sold.push(responses.filter(({ status }) => status === 200).length);
    for (const { status } of responses) if (status !== 200 && status !== 409) otherStatuses.add(status);
    isSoldOut &&= (await readStockLevel(shop, contested)).onHand === 0;
  }
  for (const connection of connections) connection.close();
  return [
    {
      promise: 'the last unit is sold once',
      measured: `${races} races of ${buyers}: sold ${sold.join(', ')} times; statuses other than 200 and 409: ${[...otherStatuses].join(', ') || 'none'}`,
      holds: sold.every((count) => count === 1) && otherStatuses.size === 0 && isSoldOut,
    },
  ];
}

/** Sends one request on each connection at the same time, each with its own token. */
function sendFromAll(
  connections: readonly Client[],
  tokens: readonly string[],
  path: string,
  body: unknown,
): Promise<Response[]> {
  return Promise.all(
    connections.map((connection, index) => connection.post(path, body, bearer(tokens[index] ?? ''))),
  );
}

const emails = 120;

/** The email workers of both processes share one outbox. */
export async function sendEmailsOnce({ shop, sink }: TwoProcesses): Promise<Finding[]> {
  const text = 'For the drill';
  for (let number = 0; number < emails; number++)
    await queueEmail(shop, {
      kind: 'drill',
      to: `reader-${number}@example.in`,
      subject: text,
      text,
      html: `<p>${text}</p>`,
    });
  while ((await countUnsentEmails(shop, 'drill')) > 0) await wait(200);
  const received = sink.emails.filter(({ subject }) => subject === text);
  const different = new Set(received.map(({ id }) => id)).size;
  return [
    {
      promise: 'each email is sent once by two email workers',
      measured: `${emails} emails queued, ${received.length} received, ${different} different; at most ${sink.maxAtOnce()} sent at the same time`,
      holds: received.length === emails && different === emails && sink.maxAtOnce() === 2,
    },
  ];
}

const unpaidOrders = 20;
const stole = 'TB-STO-001';

/** Unpaid orders expire once and release their units once, although the workers of both processes search for expired orders. */
export async function expireOnce({ processes, shop }: TwoProcesses): Promise<Finding[]> {
  const connections = await connectToEach(processes);
  const next = alternate(connections);
  const readAvailable = async () => {
    const { onHand, held } = await readStockLevel(shop, stole);
    return onHand - held;
  };
  const before = await readAvailable();
  for (let number = 0; number < unpaidOrders; number++) {
    const { token } = await signInAs(shop, `unpaid-${number}@example.in`);
    await next().post(`/api/cart/add/${stole}`, { quantity: 1 }, bearer(token));
    const { status } = await next().post('/api/payment/create-order', { orderDetails }, bearer(token));
    if (status !== 200) throw new Error(`The request for a payment got the response ${status}.`);
  }
  const during = await readAvailable();
  await expirePendingOrders(shop);
  const { expired, expiries } = await waitForExpiries();
  const after = await readAvailable();
  for (const connection of connections) connection.close();
  return [
    {
      promise: 'unpaid orders expire once',
      measured: `${expired} orders, ${expiries} expiries; units available: ${before} before, ${during} while held, ${after} afterwards`,
      holds:
        expired === unpaidOrders &&
        expiries === unpaidOrders &&
        before === after &&
        during === before - unpaidOrders,
    },
  ];

  /** Waits until no order is pending, and then for one more run of both workers. That run must not expire an order again. */
  async function waitForExpiries() {
    const read = () => countExpiries(shop, 'unpaid-%');
    const deadline = performance.now() + 60_000;
    while ((await read()).pending > 0 && performance.now() < deadline) await wait(200);
    await wait(6000);
    return read();
  }
}
