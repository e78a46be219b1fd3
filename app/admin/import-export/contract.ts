import { z } from '@hono/zod-openapi';
import { problem } from '../../foundation/http/problem.ts';

/** What a file holds. */
export type CsvKind = 'products' | 'orders';

/**
 * A file is checked, row by row, before anything is written (`checking`, `checked`); then it is written a few rows
 * at a time (`running`, `done`). `failed` broke off, `dropped` was given up by a person.
 */
export const csvStates = ['checking', 'checked', 'running', 'done', 'failed', 'cancelled'] as const;
export type CsvState = (typeof csvStates)[number];

/** What is wrong with one row, as whoever has the file open in a spreadsheet looks for it: the header is row 1. */
export const CsvProblem = z.object({ row: z.number().int(), column: z.string(), message: z.string() });
export type CsvProblem = z.infer<typeof CsvProblem>;

/** A file that was brought, and how far it has got. Rows are those that hold something, the header apart. */
export const CsvImport = z
  .object({
    id: z.string(),
    state: z.enum(csvStates),
    fileName: z.string(),
    uploadedBy: z.string(),
    total: z.number().int(),
    done: z.number().int(),
    /** The first {@link maxShownProblems} of them. */
    problems: z.array(CsvProblem),
    /** There are more problems than are told. */
    hasMoreProblems: z.boolean(),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .openapi('CsvImport');
export type CsvImport = z.infer<typeof CsvImport>;

export const CsvImports = z.object({ imports: z.array(CsvImport) }).openapi('CsvImports');

export const maxShownProblems = 500;
export const maxRows = 5000;
export const maxCsvBytes = 5 * 1024 * 1024;

export const CsvTooLarge = problem(
  'too-large',
  413,
  'This file is larger than 5 MB. Please bring it in parts.',
);
export const NoSuchImport = problem('no-such-import', 404, 'There is no such import.');
/** Only a checked file without problems can be read in. */
export const NotChecked = problem(
  'not-checked',
  409,
  'This file cannot be read in as it stands. Please bring it again.',
);
export const ImportRunning = problem(
  'import-under-way',
  409,
  'Another import is under way. Please wait until it is done.',
);
