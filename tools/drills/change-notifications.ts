import { setTimeout as wait } from 'node:timers/promises';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { runStatement } from '../../tests/engine/databases.ts';
import type { Client } from '../bench/client.ts';
import { type Finding, formatTime, formatTimes } from './drill.ts';
import { connectToEach } from './processes.ts';
import { setFirstTileTitle, setPrice, terminateListeners } from './queries.ts';
import type { TwoProcesses } from './two-processes.ts';

const changesPerPage = 20;
const cuts = 10;
/** Maximum time in milliseconds for which a process may show the old page after a change. */
const maxStaleMs = 1000;
/** Minimum time in milliseconds for which a process must continue to show the change. */
const stableMs = 300;

type Change = {
  label: string;
  path: string;
  /** Makes the change. Returns a text that the page shows after the change. */
  apply(shop: Shop, round: number): Promise<string>;
};

const priceChange: Change = {
  label: 'a price',
  path: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001',
  apply: async (shop, round) => {
    const rupees = 21_000 + round;
    await setPrice(shop, 'TB-SAR-001', rupees * 100);
    return rupees.toLocaleString('en-IN');
  },
};

const tileChange: Change = {
  label: 'a tile of the home page',
  path: '/',
  apply: async (shop, round) => {
    const title = `Tile of round ${round}`;
    await setFirstTileTitle(shop, title);
    return title;
  },
};

/** Measures the time in milliseconds until this process shows the change and keeps showing it. */
async function watchPage(connection: Client, path: string, text: string, startedAt: number) {
  let shownAfter: number | undefined;
  for (;;) {
    const page = await connection.get(path);
    const elapsed = performance.now() - startedAt;
    if (!page.text.includes(text)) shownAfter = undefined;
    else shownAfter ??= elapsed;
    if (shownAfter !== undefined && elapsed > shownAfter + stableMs) return shownAfter;
    if (elapsed > 20_000) return elapsed;
    await wait(2);
  }
}

/** Measures, for each round, the time until all processes show a change. */
async function measureChange(
  { processes, shop }: TwoProcesses,
  { path, apply }: Change,
  rounds: readonly number[],
  beforeChange: () => Promise<void> = async () => undefined,
): Promise<number[]> {
  const connections = await connectToEach(processes);
  const times: number[] = [];
  for (const round of rounds) {
    // The first request renders the page. The second response comes from the cache.
    for (const connection of [...connections, ...connections]) await connection.get(path);
    await beforeChange();
    const text = await apply(shop, round);
    const startedAt = performance.now();
    const all = connections.map((connection) => watchPage(connection, path, text, startedAt));
    times.push(Math.max(...(await Promise.all(all))));
  }
  for (const connection of connections) connection.close();
  return times;
}

const roundsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

/** A change by a third process is on the public pages of both processes within a second. */
export async function measureChanges(two: TwoProcesses): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const change of [priceChange, tileChange]) {
    const times = await measureChange(two, change, roundsFrom(1, changesPerPage));
    findings.push({
      promise: `both processes show a change of ${change.label}`,
      measured: formatTimes(times),
      holds: Math.max(...times) <= maxStaleMs,
    });
  }
  return findings;
}

/** A change right after the listening connections were cut is on the pages of both processes within a second. */
export async function cutListeners(two: TwoProcesses): Promise<Finding[]> {
  const cut = () => runStatement(two.databaseUrl, terminateListeners);
  const times = await measureChange(two, priceChange, roundsFrom(101, cuts), cut);
  const slowest = Math.max(...times);
  return [
    {
      promise: 'no old page after the listening connections were cut',
      measured: `${formatTimes(times)}, cut each time; old pages for at most ${formatTime(slowest)}`,
      holds: slowest <= maxStaleMs,
    },
  ];
}
