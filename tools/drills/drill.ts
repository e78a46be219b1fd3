import { parseArgs } from 'node:util';

/** What a drill has found out: a promise, the figure that it was measured with, and whether it was kept. */
export type Finding = { what: string; figure: string; holds: boolean };

/** Something that goes wrong with the built shop on purpose. It rejects only when it could not be carried out at all. */
export type Drill = { name: string; run(): Promise<Finding[]> };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How often it is done over, where a drill has rounds. */
    rounds: { type: 'string', default: '5' },
    shoppers: { type: 'string', default: '8' },
    /** `embedded` or `PostgreSQL`; both unless given. */
    only: { type: 'string', default: '' },
  },
});

const rounds = Number(values.rounds);
const shoppers = Number(values.shoppers);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds should be a whole number from 1.');
if (!Number.isInteger(shoppers) || shoppers < 1)
  throw new Error('--shoppers should be a whole number from 1.');

/** What stood on the command line: the names of the drills that are wanted, all where there is none. */
export const requested = { names: positionals, rounds, shoppers, only: values.only };

/** `12 ms`, `1.4 s` */
export function timeInWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `median 12 ms, worst 80 ms of 20` */
export function timesInWords(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return `median ${timeInWords(median)}, worst ${timeInWords(sorted.at(-1) ?? 0)} of ${sorted.length}`;
}
