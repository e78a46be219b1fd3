/**
 * Records the parts that API clients rely on: the paths, the inputs, and the fields of each response. Records only the number of
 * admin operations, because they change with the admin's own screens.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readDescription } from '../security/described-operations.ts';
import { descriptionLines } from './description-lines.ts';
import { expectRecorded } from './recorded.ts';

const isOfAdmin = (name: string) => name.includes(' /admin/');
// The specification does not contain the operations of the pretend bank and courier. They do not exist in production.
const isPretend = (name: string) => name.includes('pretend');

it('the API keeps the recorded inputs, statuses and fields of its operations', async () => {
  const description = await readDescription();
  const ofAdmin = descriptionLines(description, isOfAdmin).filter((line) => line.includes(' security='));
  expectRecorded('openapi', [
    ...descriptionLines(description, (name) => !isOfAdmin(name) && !isPretend(name)),
    `/admin/ ${ofAdmin.length} operations`,
  ]);
});

it('the recorded files have at most 300 characters a line, 2,500 lines and 200 kB', () => {
  const files = globSync('*.{txt,json}', { cwd: import.meta.dirname });
  const texts = files.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  const lines = texts.flatMap((text) => text.split('\n'));
  expect(lines.filter((line) => line.length > 300)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(2500);
  expect(texts.join('').length).toBeLessThanOrEqual(200_000);
});
