const begins = /^[=+\-@\t\r]/;

/**
 * One line of a CSV file (RFC 4180), with its line end. A cell that a spreadsheet would run as a formula gets a `'`
 * in front, so that nothing that a shopper typed runs on the owner's computer.
 */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell) => quoted(disarmed(String(cell ?? '')))).join(',')}\r\n`;
}

function disarmed(cell: string): string {
  return begins.test(cell) ? `'${cell}` : cell;
}

/** The other way round, for a file that the shop wrote itself. */
export function withFormulaGuard(cell: string): string {
  return cell.startsWith("'") && begins.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function quoted(cell: string): string {
  return /[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What tells a spreadsheet that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';
