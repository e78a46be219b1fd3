import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sourceOfTests } from './hand-written-results.ts';
import { modules } from './modules.ts';
import { mutate } from './mutate.ts';
import { root } from './paths.ts';
import { screenList } from './screen-mutants.ts';
import { sqlList } from './sql-mutants.ts';

const rows = [...sqlList.rows, ...screenList.rows];
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** True if a title in the source contains this part, also after a value of the source has replaced `%s`. */
function hasTitle(source: string, part: string): boolean {
  if (source.includes(part)) return true;
  const values = [...source.matchAll(/'([^'\n]+)'/g)].map(([, value = '']) => value);
  const templates = values.filter((value) => value.includes('%s'));
  return templates.some((template) => values.some((value) => template.replace('%s', value).includes(part)));
}

it.each(rows.map((mutant) => [mutant.breaks, mutant] as const))(
  'a hand-written mutant changes a text that the file contains once: %s',
  (_, mutant) => {
    expect(mutate(read(mutant.file), mutant)).not.toBe(read(mutant.file));
  },
);

it('hand-written mutants name test files that exist', () => {
  const ofSql = sqlList.rows.flatMap((row) => sqlList.testsOf(row).files);
  const named = [...ofSql, ...screenList.rows.flatMap((row) => screenList.testsOf(row).files)];
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

it('hand-written mutants name titles of tests in their test files', () => {
  const missing = sqlList.rows
    .map((row) => sqlList.testsOf(row))
    .filter(({ files, title }) => !files.some((file) => hasTitle(read(file), title)));
  expect(missing).toEqual([]);
});

it('no two hand-written mutants have the same consequence', () => {
  expect(new Set(rows.map(({ breaks }) => breaks)).size).toBe(rows.length);
});

it('hand-written mutants are tried again only if their own tests change', () => {
  const source = "it('sells', () => {});\nit('holds', () => {});\nit.for([1])('gives %d', () => {});\n";
  expect(sourceOfTests(source, 'holds')).toBe("it('holds', () => {});\n");
  expect(sourceOfTests(source, 'gives 1')).toBe(source);
});

it('hand-written mutants are rejected if the file does not contain their text exactly once', () => {
  const mutant = { file: 'a.ts', original: 'is null', replacement: '' };
  expect(() => mutate('x is null and y is null', mutant)).toThrow('2 times, not once');
  expect(() => mutate('x', mutant)).toThrow('0 times, not once');
});

it("each module's patterns match existing files and tests", () => {
  const patterns = modules.flatMap(({ files, tests }) => [...files, ...tests]);
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});
