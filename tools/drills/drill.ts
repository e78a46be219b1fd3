import { parseArgs } from 'node:util';

/** A row of the results: the promise, the measured value, and whether the shop kept the promise. */
export type Finding = { promise: string; measured: string; holds: boolean };

/** A failure that the drill causes on purpose in the built shop. `run` rejects only if the drill cannot complete. */
export type Drill = { name: string; run(): Promise<Finding[]> };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Number of repetitions in drills with rounds. */
    rounds: { type: 'string', default: '5' },
    shoppers: { type: 'string', default: '8' },
    /** Database engine: `embedded` or `PostgreSQL`. By default both. */
    only: { type: 'string', default: '' },
  },
});

const rounds = Number(values.rounds);
const shoppers = Number(values.shoppers);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds should be a whole number from 1.');
if (!Number.isInteger(shoppers) || shoppers < 1)
  throw new Error('--shoppers should be a whole number from 1.');

/** The options of the command line, and the names of the requested drills. No name requests all drills. */
export const requested = { names: positionals, rounds, shoppers, only: values.only };

/** Formats a time: `12 ms`, `1.4 s`. */
export function formatTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Formats a list of times: `median 12 ms, worst 80 ms of 20`. */
export function formatTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return `median ${formatTime(median)}, worst ${formatTime(sorted.at(-1) ?? 0)} of ${sorted.length}`;
}
