import { propertyOf } from '../http/api-client.ts';

/**
 * Waits for statements that were sent together, and returns their results in order. Call `execute()`, which sends a statement, on
 * each before the first `await`. Each statement sees the rows that earlier statements wrote, and the rows that other transactions
 * committed while an earlier statement waited for a lock. Use it only inside a transaction: outside, each statement has its own
 * connection, and the order is undefined. Rejects with the error of the first failed statement that did not fail because of an
 * earlier one, after all have settled: an unsettled statement would run outside the rolled-back transaction.
 */
export async function pipeline<const Input extends readonly unknown[]>(statements: Input) {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((statement) =>
    statement.status === 'rejected' ? [statement.reason] : [],
  );
  // The error of a statement after a failed statement in the transaction does not name the cause.
  const cause = failures.find((failure) => propertyOf(propertyOf(failure, 'cause'), 'code') !== '25P02');
  if (cause !== undefined) throw cause;
  return Promise.all(statements);
}
