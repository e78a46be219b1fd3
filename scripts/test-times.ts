/**
 * `node scripts/test-times.ts`: where the time of the last test run went, as Markdown tables, slowest first.
 * Another run's `times.json` can be named; a number after it says how many rows each table has at most.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Times, timesTables } from './times-tables.ts';

const usual = path.join(import.meta.dirname, '..', 'test-results', 'times.json');
const [file = usual, rows = '30'] = process.argv.slice(2);

if (existsSync(file)) {
  const times: Times = JSON.parse(readFileSync(file, 'utf8'));
  process.stdout.write(`${timesTables(times, Number(rows)).join('\n\n')}\n`);
} else {
  process.stderr.write(`There is no ${file}: npm test writes it.\n`);
  process.exitCode = 1;
}
