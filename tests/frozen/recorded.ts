/**
 * What the tests of this folder compare with: files that are recorded once and then stay as they are. A change of one is
 * a change of something that clients, bookmarks or shops in use rely on, so it is made on purpose:
 * `FREEZE=1 vitest run --project rules --project postgres tests/frozen` records all of them again, and the commit
 * names the rows that changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export type Json = z.core.util.JSONType;

export const toJson = (value: unknown): Json => z.json().parse(value);

/** What is recorded under the name; with FREEZE=1 it becomes `now` first. */
export function recorded(name: string, now: Json): Json {
  const file = path.join(import.meta.dirname, `${name}.json`);
  if (process.env.FREEZE) writeFileSync(file, `${JSON.stringify(now, null, 1)}\n`);
  return toJson(JSON.parse(readFileSync(file, 'utf8')));
}

export const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same with the keys of every object in alphabetical order. */
export function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inside]) => [key, sorted(inside)]));
}
