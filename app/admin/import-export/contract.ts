import { z } from '@hono/zod-openapi';
import { problem } from '../../foundation/http/problem.ts';

/** State of an import. A file is first checked (`checking`, `checked`), then imported (`running`, `done`). */
const CsvState = z.enum(['checking', 'checked', 'running', 'done', 'failed', 'cancelled']);
export type CsvState = z.infer<typeof CsvState>;

/** A problem of a row. Rows are numbered as in a spreadsheet, where the header is row 1. */
export const CsvProblem = z.object({ row: z.number().int(), column: z.string(), message: z.string() });
export type CsvProblem = z.infer<typeof CsvProblem>;

/** An uploaded file and its progress. The counts omit the header and blank rows. */
export const CsvImport = z
  .object({
    id: z.string(),
    state: CsvState,
    fileName: z.string(),
    uploadedBy: z.string(),
    total: z.number().int(),
    done: z.number().int(),
    /** The first problems, at most {@link maxShownProblems}. */
    problems: z.array(CsvProblem),
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
  'This file is larger than 5 MB. Please split it into several files.',
);
export const NoSuchImport = problem('no-such-import', 404, 'This import does not exist.');
/**
 * Problem if the state of an import does not allow staff to start or cancel it. The text below is for the start. Cancelling uses
 * another text.
 */
export const NotChecked = problem(
  'not-checked',
  409,
  'This file cannot be imported any more. Please upload it again.',
);
export const ImportRunning = problem(
  'import-under-way',
  409,
  'Another import is running. Please wait until it is finished.',
);
