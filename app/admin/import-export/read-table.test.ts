import { expect, it } from 'vitest';
import { csvLines } from './csv.server.ts';
import { exampleUrl, productColumns } from './product-columns.ts';
import { readTable } from './read-table.server.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => {
  const { rows, problems } = readTable(bytes(text));
  return { rows: rows.map(({ row, cells }) => [row, ...cells.values()]), problems };
};

it.for([
  ['commas', 'number,name\nA,Saree\n'],
  ['semicolons', 'number;name\nA;Saree\n'],
  ['tabs', 'number\tname\nA\tSaree\n'],
  ['a byte order mark', '\uFEFFnumber,name\nA,Saree\n'],
  ['the line ends of Windows', 'number,name\r\nA,Saree\r\n'],
  ['names in any case, with blanks', ' Number , NAME \nA, Saree \n'],
  ['no line end after the last row', 'number,name\nA,Saree'],
])('a product file with %s is read', ([, text]) => {
  expect(read(text ?? '')).toEqual({ rows: [[2, 'A', 'Saree']], problems: [] });
});

it('a quoted cell may contain commas, quotes and line breaks; rows are numbered as in a spreadsheet', () => {
  expect(read('number,name\nA,"Silk, ""soft""\r\nand light"\n\n,\nB,Wool\n').rows).toEqual([
    [2, 'A', 'Silk, "soft"\r\nand light'],
    [5, 'B', 'Wool'],
  ]);
  // A comma is part of a cell if semicolons separate the cells.
  expect(read('number;name\nA;Silk, soft\n').rows).toEqual([[2, 'A', 'Silk, soft']]);
});

it.for([
  [
    'a quotation mark that is never closed',
    'number,name\nA,Saree\nB,"Saree\nC,D\n',
    3,
    /does not end with one/,
  ],
  ['a quotation mark within a cell', 'number,name\nA,Sar"ee\n', 2, /in the wrong place/],
  ['a row that is too long', 'number,name\nA,Saree,x\n', 2, /more cells/],
  ['an unknown column', 'number,colr\nA,x\n', 1, /does not know this column/],
  ['a column that appears twice', 'number,name,name\nA,x,y\n', 1, /twice/],
  ['no column of product numbers', 'name\nx\n', 1, /missing/],
  ['no rows', 'number,name\n', 2, /no products/],
  ['no content', '', 1, /missing/],
] as const)('a product file with %s is rejected with the row of the problem', ([, text, row, message]) => {
  expect(read(text).problems[0]).toMatchObject({ row, message: expect.stringMatching(message) });
});

it('a product file that is not UTF-8 or has 5,001 rows is rejected with advice', () => {
  const latin = Uint8Array.from([...bytes('number,name\nA,caf'), 0xe9]);
  for (const [file, advice] of [
    [latin, 'CSV UTF-8'],
    [bytes(`number\n${'A\n'.repeat(5001)}`), '5000'],
  ] as const) {
    const { rows, problems } = readTable(file);
    expect(rows).toEqual([]);
    expect(problems).toMatchObject([{ message: expect.stringContaining(advice) }]);
  }
});

it('an export escapes formulas, and quotes cells that a spreadsheet would split or trim', () => {
  for (const cell of '=1+1,+91 98,-1,@SUM(A1),\t=1,\r=1,＝1+1,＋1,－1,＠SUM(A1)'.split(',')) {
    const line = csvLines([[cell, `"${cell}"`]]);
    expect(line.replace(/^"/, '')).toMatch(/^'/);
    expect(read(`number,name\r\n${csvLines([['A', cell]])}`).rows).toEqual([[2, 'A', cell]]);
  }
  expect(csvLines([['a', 'b,c', 'd;e', ' f ', 'g"h', 'i\nj', null, '', 0, -5]])).toBe(
    'a,"b,c","d;e"," f ","g""h","i\nj",,,0,-5\r\n',
  );
});

it('the example file for an import contains every column', () => {
  const text = decodeURIComponent(exampleUrl.replace('data:text/csv;charset=utf-8,', ''));
  const examples = productColumns.map(({ example }) => example);
  expect(read(text)).toEqual({ rows: [[2, ...examples]], problems: [] });
});
