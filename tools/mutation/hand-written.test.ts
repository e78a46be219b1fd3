import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceOfTests } from './hand-written-results.ts';
import { mutate } from './mutate.ts';
import { screenList } from './screen-mutants.ts';
import { sqlList } from './sql-mutants.ts';

const root = path.join(import.meta.dirname, '../..');
const rows = [...sqlList.rows, ...screenList.rows];
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** True if a title of the source has this part, also if a value of the source takes the place of `%s`. */
function hasTitle(source: string, part: string): boolean {
  if (source.includes(part)) return true;
  const values = [...source.matchAll(/'([^'\n]+)'/g)].map(([, value = '']) => value);
  const templates = values.filter((value) => value.includes('%s'));
  return templates.some((template) => values.some((value) => template.replace('%s', value).includes(part)));
}

describe('the changes written by hand', () => {
  it.each(rows.map((mutant) => [mutant.breaks, mutant] as const))(
    'change one place that is there: %s',
    (_, mutant) => {
      expect(mutate(read(mutant.file), mutant)).not.toBe(read(mutant.file));
    },
  );

  it('are each noticed by test files that are there', () => {
    const named = [
      ...sqlList.rows.flatMap((row) => sqlList.testsOf(row).files),
      ...screenList.rows.flatMap((row) => screenList.testsOf(row).files),
    ];
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('name titles of tests in these files', () => {
    const missing = sqlList.rows
      .map((row) => sqlList.testsOf(row))
      .filter(({ files, title }) => !files.some((file) => hasTitle(read(file), title)));
    expect(missing).toEqual([]);
  });

  it('say each what they break, and none says it twice', () => {
    expect(new Set(rows.map(({ breaks }) => breaks)).size).toBe(rows.length);
  });

  it('are tried again when their own tests change, and not when others do', () => {
    const source = "it('sells', () => {});\nit('holds', () => {});\nit.for([1])('gives %d', () => {});\n";
    expect(sourceOfTests(source, 'holds')).toBe("it('holds', () => {});\n");
    expect(sourceOfTests(source, 'gives 1')).toBe(source);
  });

  it('are not guessed where the text stands twice, or not at all', () => {
    const mutant = { file: 'a.ts', original: 'is null', replacement: '' };
    expect(() => mutate('x is null and y is null', mutant)).toThrow('2 times, not once');
    expect(() => mutate('x', mutant)).toThrow('0 times, not once');
  });
});
