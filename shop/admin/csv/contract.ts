/** What a file holds. */
export type CsvKind = 'pieces' | 'orders';

/**
 * A file is checked, row by row, before anything is written (`checking`, `checked`); then it is written a few rows
 * at a time (`running`, `done`). `failed` broke off, `dropped` was given up by a person.
 */
export type CsvState = 'checking' | 'checked' | 'running' | 'done' | 'failed' | 'dropped';

/** What is wrong with one row, as whoever has the file open in a spreadsheet looks for it: the header is row 1. */
export type CsvProblem = { row: number; column: string; message: string };
