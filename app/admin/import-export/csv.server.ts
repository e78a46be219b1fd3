import { stringify } from 'csv-stringify/sync';

/** The first character of a file, by which a spreadsheet recognizes UTF-8. */
export const byteOrderMark = '\uFEFF';

export type Cell = string | number | null | undefined;

/** Returns lines of a CSV file (RFC 4180). A formula gets a `'` in front, because shoppers typed some of the texts. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify([...rows], {
    escape_formulas: true,
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    // Some spreadsheets split at semicolons or trim blanks.
    quoted_match: /;|^\s|\s$/,
  });
}

/** Removes the `'` that {@link csvLines} puts in front of a formula. */
export function removeFormulaGuard(cell: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
