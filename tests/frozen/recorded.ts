/**
 * Recorded lines. A change of a line can break clients, bookmarks or running shops. `FREEZE=1 vitest run --project rules
 * --project postgres tests/frozen` records all lines again. The commit message must name the changed lines.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** Expects the recorded lines, in any order. With FREEZE=1 records the lines first. */
export function expectRecorded(name: string, lines: readonly string[]): void {
  const file = path.join(import.meta.dirname, `${name}.txt`);
  const now = [...new Set(lines)].sort();
  if (process.env.FREEZE) writeFileSync(file, `${now.join('\n')}\n`);
  const stored = readFileSync(file, 'utf8').trimEnd().split('\n');
  const lost = stored.filter((line) => !now.includes(line));
  const added = now.filter((line) => !stored.includes(line));
  expect({ lost, added }).toEqual({ lost: [], added: [] });
}
