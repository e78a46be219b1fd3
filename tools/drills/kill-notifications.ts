import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { recordEvent } from '../../app/foundation/jobs/events.server.ts';
import { inTransaction, type Shop } from '../../app/foundation/shop.server.ts';
import { openShopUnderTest, type ShopLocation, withShopDatabase } from '../bench/shop-under-test.ts';
import { type Drill, type Finding, requested } from './drill.ts';
import { onPostgres } from './locations.ts';
import { type MailSink, openMailSink } from './mail-sink.ts';
import { countNotifications, endLeases, endPauses, insertOwners, listOrderIds } from './queries.ts';

const owners = 20;
const eventsPerRound = 10;
/** Length of a round in milliseconds. The emails of a round take 2.5 s. */
const [minRoundMs, maxRoundMs] = [50, 3000];
const maxFinishMs = 60_000;

/** The drill kills the built shop while it emails staff about new orders. No event may be lost or duplicated. */
export const killNotifications: Drill = {
  name: 'kill-notifications',
  run: () =>
    onPostgres(async (location) => {
      const sink = await openMailSink();
      try {
        return await withShopDatabase(location, (shop) => drill(location, shop, sink));
      } finally {
        sink.close();
      }
    }),
};

async function drill(location: ShopLocation, shop: Shop, sink: MailSink): Promise<Finding[]> {
  const open = () => openShopUnderTest(location, [], { SMTP_URL: sink.url });
  // The first start creates the shop. A shop that sends emails has no demo owner.
  await (await open()).stop();
  await insertOwners(shop, owners);
  const [orderId = ''] = await listOrderIds(shop);
  const event = { kind: 'order-placed', payload: { orderId } } as const;
  const { rounds } = requested;
  let killedAtWork = 0;
  for (let round = 1; round <= rounds; round++) {
    const occurred = Array.from({ length: eventsPerRound }, () => event);
    await inTransaction(shop, (tx) => recordEvent(tx, ...occurred));
    await endLeases(shop);
    const running = await open();
    await wait(randomInt(minRoundMs, maxRoundMs));
    await running.kill();
    if ((await countNotifications(shop)).open > 0) killedAtWork += 1;
  }
  await endLeases(shop);
  const last = await open();
  const deadline = performance.now() + maxFinishMs;
  while ((await countNotifications(shop)).open > 0 && performance.now() < deadline) {
    await wait(500);
    await endPauses(shop);
  }
  await last.stop();
  const { events, notifications, emails, open: left, lost, wrong } = await countNotifications(shop);
  const received = sink.emails.filter(({ to }) => to.startsWith('drill-owner-'));
  const different = new Set(received.map(({ id }) => id)).size;
  return [
    {
      promise: 'PostgreSQL: each event is in one email to each owner',
      measured: `${rounds} kills, ${killedAtWork} of them at work; ${events} events, ${owners} owners, ${notifications} notifications in ${emails} emails; ${left} open, ${lost} lost, ${wrong} emails with other events`,
      // Without a kill during work, the drill proves nothing.
      holds:
        killedAtWork > 0 &&
        events === rounds * eventsPerRound &&
        notifications === events * owners &&
        left + lost + wrong === 0,
    },
    {
      promise: 'PostgreSQL: each email to staff is received, under one Message-ID',
      measured: `${received.length} received, ${different} different: ${received.length - different} sent again after a kill`,
      // The worker sends one email at a time, so a kill can repeat at most one email.
      holds: different === emails && received.length - different <= rounds,
    },
  ];
}
