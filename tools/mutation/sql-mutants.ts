import type { HandWrittenList } from './hand-written-results.ts';
import type { HandWrittenMutant } from './mutate.ts';
import { cacheMutants } from './sql-mutants-cache.ts';
import { moneyMutants } from './sql-mutants-money.ts';
import { orderMutants } from './sql-mutants-orders.ts';
import { ownerMutants } from './sql-mutants-owners.ts';
import { processMutants } from './sql-mutants-processes.ts';
import { returnMutants } from './sql-mutants-returns.ts';
import { shopperSignInMutants } from './sql-mutants-sign-in-shopper.ts';
import { staffSignInMutants } from './sql-mutants-sign-in-staff.ts';
import { stockMutants } from './sql-mutants-stock.ts';
import { workerMutants } from './sql-mutants-workers.ts';

/** A mutant of a guard that Stryker cannot mutate (SQL text, a lock or a script), and its tests. One of the tests must fail. */
export type SqlMutant = HandWrittenMutant & {
  tests: readonly string[];
  /** Limits the tests to those with this text in their title. */
  title: string;
};

export const sqlList: HandWrittenList<SqlMutant> = {
  name: 'sql',
  rows: [
    ...stockMutants,
    ...moneyMutants,
    ...orderMutants,
    ...returnMutants,
    ...workerMutants,
    ...ownerMutants,
    ...shopperSignInMutants,
    ...staffSignInMutants,
    ...cacheMutants,
    ...processMutants,
  ],
  testsOf: ({ tests, title }) => ({ files: tests, title }),
};
