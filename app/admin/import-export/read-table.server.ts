import { CsvError, parse } from 'csv-parse/sync';
import { type CsvProblem, maxRows } from './contract.ts';
import { removeFormulaGuard } from './csv.server.ts';
import { type ColumnName, productColumns } from './product-columns.ts';

/** A row of a file, with its cells by column. `row` is the row number in a spreadsheet, where the header is row 1. */
export type TableRow = { row: number; cells: ReadonlyMap<ColumnName, string> };

const isProductColumn = (name: string): name is ColumnName =>
  productColumns.some((column) => column.name === name);

export type Table = { rows: TableRow[]; problems: CsvProblem[] };

/**
 * Reads a product file in UTF-8, with or without a byte order mark. Accepts commas, semicolons or tabs, and any line ending.
 * Omits blank rows. For an unreadable file, returns no rows and says why in `problems`.
 */
export function readTable(bytes: Uint8Array): Table {
  const text = textOf(bytes);
  if (text === undefined)
    return unread(
      1,
      'The shop cannot read the characters in this file. In your spreadsheet program, save it again as “CSV UTF-8”.',
    );
  let records: string[][];
  try {
    records = parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true });
  } catch (error) {
    // `records` is the number of rows before the faulty row, including the header.
    if (error instanceof CsvError) return unread(Number(error.records ?? 0) + 1, messageOf(error));
    throw error;
  }
  const [header = [], ...body] = records;
  const columns = header.map((name) => name.trim().toLowerCase().replaceAll('_', ' '));
  const problems = wrongInHeader(columns);
  const rows = body.flatMap((cells, at): TableRow[] => {
    const row = at + 2;
    if (cells.every((cell) => cell.trim() === '')) return [];
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      problems.push({
        row,
        column: '',
        message: 'This row has more cells than the first row of the file. Is a quotation mark (") missing?',
      });
    const named = columns.flatMap((name, column) =>
      isProductColumn(name) ? [[name, removeFormulaGuard((cells[column] ?? '').trim())] as const] : [],
    );
    return [{ row, cells: new Map(named) }];
  });
  if (rows.length > maxRows)
    return unread(
      maxRows + 2,
      `A file can have at most ${maxRows} rows. Please split it into several files.`,
    );
  if (rows.length === 0 && problems.length === 0)
    return unread(
      2,
      'The file contains no products. Please write one row for each product, below the row with the names of the columns.',
    );
  return { rows, problems };
}

function unread(row: number, message: string): Table {
  return { rows: [], problems: [{ row, column: '', message }] };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', '');
  } catch {
    return undefined;
  }
}

/**
 * Detects the delimiter in the header, because spreadsheet programs in some countries write semicolons. No column name contains a
 * delimiter.
 */
function delimiterOf(text: string): ',' | ';' | '\t' {
  const [header = ''] = text.split(/\r\n|\r|\n/, 1);
  const count = (sign: string) => header.split(sign).length;
  if (count('\t') > count(',') && count('\t') > count(';')) return '\t';
  return count(';') > count(',') ? ';' : ',';
}

function wrongInHeader(columns: readonly string[]): CsvProblem[] {
  const problems: CsvProblem[] = [];
  const note = (column: string, message: string) => problems.push({ row: 1, column, message });
  if (!columns.includes('number'))
    note('number', 'This column is missing. Every row needs a product number.');
  for (const [at, name] of columns.entries()) {
    if (name === '') continue;
    if (!isProductColumn(name)) note(name, 'The shop does not know this column. Please check its name.');
    else if (columns.indexOf(name) < at) note(name, 'This column appears twice.');
  }
  return problems;
}

function messageOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return 'In this row or below, a cell begins with a quotation mark (") but does not end with one.';
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'There is a quotation mark (") in the wrong place. If the cell begins and ends with a quotation mark, write every other quotation mark in it twice.';
  return 'The shop cannot read this row and the rows after it. Please save the file again as “CSV UTF-8”.';
}
