/**
 * Recorded lines: a change of one can break clients, bookmarks or shops in use. `FREEZE=1 vitest run --project rules
 * --project postgres tests/frozen` records all of them again, and the commit names the lines that changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** Compares the lines with the recorded ones, in any order. With FREEZE=1 records them first. */
export function expectRecorded(name: string, lines: readonly string[]): void {
  const file = path.join(import.meta.dirname, `${name}.txt`);
  const now = [...new Set(lines)].sort();
  if (process.env.FREEZE) writeFileSync(file, `${now.join('\n')}\n`);
  const stored = readFileSync(file, 'utf8').trimEnd().split('\n');
  const lost = stored.filter((line) => !now.includes(line));
  const added = now.filter((line) => !stored.includes(line));
  expect({ lost, added }).toEqual({ lost: [], added: [] });
}
