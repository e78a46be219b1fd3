import { stringify } from 'csv-stringify/sync';

/** Byte order mark at the start of a file, by which a spreadsheet program recognizes UTF-8. */
export const byteOrderMark = '\uFEFF';

export type Cell = string | number | null | undefined;

/**
 * Formats lines of a CSV file (RFC 4180). Puts a `'` in front of each formula, so that a spreadsheet program does not run a
 * formula that a customer has typed.
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify([...rows], {
    escape_formulas: true,
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    // Also quote cells with semicolons or outer spaces, because some spreadsheet programs split at semicolons and remove outer
    // spaces.
    quoted_match: /;|^\s|\s$/,
  });
}

/** Removes the `'` that {@link csvLines} puts in front of a formula. */
export function removeFormulaGuard(cell: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
