import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { command } from '../../tests/engine/databases.ts';
import { type Finding, timeInWords, timesInWords } from './drill.ts';
import type { Line } from './line.ts';
import { lineToEach } from './many.ts';
import type { TwoProcesses } from './two-processes.ts';

const times = 20;
/** Until then every process shows what has changed, in milliseconds. */
const soon = 1000;
/** Whoever shows it once must go on showing it. */
const afterwards = 300;

const product = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';

type Change = { what: string; path: string; make(shop: Shop, turn: number): Promise<string> };

/** What the merchant changes, where people see it, and the words that they see then. */
const changes: readonly Change[] = [
  {
    what: 'a price',
    path: product,
    make: async (shop, turn) => {
      const rupees = 21_000 + turn;
      await shop.db.execute(sql`update products set price_paise = ${rupees * 100} where id = 'TB-SAR-001'`);
      return rupees.toLocaleString('en-IN');
    },
  },
  {
    what: 'the shop window',
    path: '/',
    make: async (shop, turn) => {
      const title = `Tile of turn ${turn}`;
      await shop.db.execute(sql`update tiles set title = ${title} where position = 0`);
      return title;
    },
  },
];

/** How long it took from the change until this process showed it for good, while it was asked again and again. */
async function watch(line: Line, path: string, words: string, from: number): Promise<number> {
  let shown: number | undefined;
  for (;;) {
    const { text } = await line.get(path);
    const now = performance.now() - from;
    if (!text.includes(words)) shown = undefined;
    else shown ??= now;
    if (shown !== undefined && now > shown + afterwards) return shown;
    if (now > 20_000) return now;
    await wait(2);
  }
}

/** A change made by nobody of the two is on the public pages of both within a second. */
export async function measureEvents({ many, shop }: TwoProcesses): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { what, path, make } of changes) {
    const lines = await lineToEach(many);
    const took: number[] = [];
    for (let turn = 1; turn <= times; turn++) {
      // Twice: what is asked for once is made, and from then on it comes from memory.
      for (const line of [...lines, ...lines]) await line.get(path);
      const text = await make(shop, turn);
      const from = performance.now();
      took.push(Math.max(...(await Promise.all(lines.map((line) => watch(line, path, text, from))))));
    }
    for (const line of lines) line.close();
    found.push({
      what: `${what} that changes is on every process’s page`,
      figure: timesInWords(took),
      holds: Math.max(...took) <= soon,
    });
  }
  return found;
}

/** How long an old page may be shown after the line by which changes are heard was cut, in milliseconds. */
const rounds = 10;

/** The connections on which changes are heard are cut, and then something changes: nobody goes on showing what was. */
export async function cutListeners({ many, shop, databaseUrl }: TwoProcesses): Promise<Finding[]> {
  const [change] = changes;
  if (!change) return [];
  const took: number[] = [];
  const lines = await lineToEach(many);
  for (let turn = 1; turn <= rounds; turn++) {
    for (const line of [...lines, ...lines]) await line.get(change.path);
    await command(
      databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and query in ('select 1', 'listen shop_changes')`,
    );
    const text = await change.make(shop, 100 + turn);
    const from = performance.now();
    took.push(Math.max(...(await Promise.all(lines.map((line) => watch(line, change.path, text, from))))));
  }
  for (const line of lines) line.close();
  const worst = Math.max(...took);
  return [
    {
      what: 'no old page after the line to the database was cut',
      figure: `${timesInWords(took)}, cut each time; old pages for ${timeInWords(worst)} at most`,
      holds: worst <= soon,
    },
  ];
}
