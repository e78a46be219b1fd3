import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { computeFigures, findWrongFigures, namesIn, readDocuments, withFigures } from './figure-markers.ts';
import { countOf, figures, numberOf } from './figures.ts';
import { inTree } from './temporary-tree.ts';

const marked = (name: string, figure: string) => `<!-- generated: ${name} -->${figure}<!-- /generated -->`;
const known = { states: '17', rows: '1,234' };
const faultsIn = (text: string) =>
  findWrongFigures('docs/a.md', text, known).map(({ line, what, fix }) => `${line} ${what} ${fix}`);

describe('what stands between markers', () => {
  it('is right when it is what the code says', () => {
    expect(faultsIn(`An order has ${marked('states', '17')} states.`)).toEqual([]);
  });

  it('is found when the code says something else, with its name and both figures', () => {
    expect(faultsIn(`Many.\nAn order has ${marked('states', '14')} states.`)).toEqual([
      '2 states is 17, but 14 is written. Run `npm run docs:figures`.',
    ]);
  });

  it('is found at the beginning of a line, where the line would not be markdown any more', () => {
    expect(faultsIn(`There are\n${marked('states', '17')} **states**`)).toEqual([
      '2 states stands at the beginning of a line. Put a word before it.',
    ]);
  });

  it('is found when nobody computes it', () => {
    expect(faultsIn(`There are ${marked('colours', '7')}`)).toEqual([
      '1 No figure is called colours. Name one of those in scripts/figures.ts, or add it there.',
    ]);
  });

  it('is found when a marker is not closed, or closed on another line of markup', () => {
    const fix = 'Write <!-- generated: name -->figure<!-- /generated -->, on one line.';
    const what = 'A marker of a generated figure is not closed as it should be.';
    expect(faultsIn('<!-- generated: states -->17')).toEqual([`1 ${what} ${fix}`]);
    expect(faultsIn('<!-- generated: states -->17<!-- generated: rows -->9<!-- /generated -->')).toContain(
      `1 ${what} ${fix}`,
    );
  });

  it('is written anew, and everything else stays as it was', () => {
    const before = `${marked('states', '14')} of ${marked('rows', '')}, ${marked('colours', '7')} 14`;
    expect(withFigures(before, known)).toBe(
      `${marked('states', '17')} of ${marked('rows', '1,234')}, ${marked('colours', '7')} 14`,
    );
  });

  it('is looked for in every document, but not in what is installed or built', () => {
    const files = {
      'a.md': '',
      'docs/b/c.md': marked('rows', ''),
      'node_modules/d.md': '',
      'build/e.md': '',
    };
    const read = inTree(files, readDocuments);
    expect(read.map(({ document }) => document)).toEqual(['a.md', 'docs/b/c.md']);
    expect(namesIn(read.map(({ text }) => text))).toEqual(new Set(['rows']));
  });

  it('is computed only where it is asked for', () => {
    const all = { rows: () => 1234, states: () => expect.fail('nobody asked') };
    expect(computeFigures('/', all, new Set(['rows']))).toEqual({ rows: '1,234' });
  });
});

describe('a figure', () => {
  const code = `
    export const states = ['a', 'b', ...['c', 'd']] as const;
    const table = { one: 1, ...{ two: 2, three: 3 } } satisfies object;
    const set = new Set([1, 2]);
    const spread = [...states, 'e'];
    function listOfAll() { return [['x'], ['y']]; }
    for (const amount of [1, 2, 3]) use(amount);
    const most = 200;
    export const allowance = { limit: 5, seconds: 60 * 60 } as const;`;
  const inCode = <T>(look: (root: string) => T) => inTree({ 'a.ts': code }, look);

  it.each([
    ['states', 4],
    ['table', 3],
    ['set', 2],
    ['listOfAll', 2],
    ['amount', 3],
  ])('counts the entries of %s', (name, count) => {
    expect(inCode((root) => countOf(root, 'a.ts', name))).toBe(count);
  });

  it('is read from a constant, or from a property of one', () => {
    expect(inCode((root) => numberOf(root, 'a.ts', 'most'))).toBe(200);
    expect(inCode((root) => numberOf(root, 'a.ts', 'allowance', 'limit'))).toBe(5);
  });

  it.each(['gone', 'most', 'spread'])('is not guessed where %s cannot be counted', (name) => {
    expect(() => inCode((root) => countOf(root, 'a.ts', name))).toThrow(
      `a.ts has no list that is called ${name}.`,
    );
  });

  it.each(['gone', 'states', 'allowance'])('is not guessed where %s is no number', (name) => {
    expect(() => inCode((root) => numberOf(root, 'a.ts', name))).toThrow(
      `a.ts has no number that is called ${name}.`,
    );
  });
});

it('every figure can be computed from the shop as it is', () => {
  const root = path.dirname(import.meta.dirname);
  const failed = Object.entries(figures).filter(([, figure]) => !(figure(root) > 0));
  expect(failed.map(([name]) => name)).toEqual([]);
});
