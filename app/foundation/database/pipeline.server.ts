import { propertyOf } from '../http/api-client.ts';

/**
 * Waits for statements that were sent to PostgreSQL together, and returns their results in order. Call `execute()` on each
 * statement before the first `await`, because `execute()` sends the statement. The statements run in order. Each statement
 * sees the rows that earlier statements wrote, and the rows that other transactions committed while an earlier statement
 * waited for a lock.
 *
 * Use this function only inside a transaction. Outside of a transaction, each statement has its own connection, and the
 * order is undefined.
 *
 * If statements fail, rejects with the error of the first failed statement in the list. Skips errors that only follow from
 * an earlier failure. Rejects after all statements have settled, because an unsettled statement would run outside the
 * rolled-back transaction.
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
