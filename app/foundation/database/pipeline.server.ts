import { propertyOf } from '../parse-json.ts';

/**
 * Waits for SQL statements that are sent together, and returns their results in order. Before the first `await`, call `execute()`
 * on each statement to send it.
 * Each statement sees the rows of earlier statements. It also sees rows that other transactions committed while an earlier
 * statement waited for a lock.
 * Use the function only inside a transaction. Outside, each statement uses its own connection, and the order is undefined.
 * If a statement fails, rejects with its error after all statements have ended. Otherwise the remaining statements would run
 * after the rollback.
 */
export async function pipeline<const Input extends readonly unknown[]>(statements: Input) {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((statement) =>
    statement.status === 'rejected' ? [statement.reason] : [],
  );
  // In a failed transaction, PostgreSQL rejects the later statements. Their errors do not name the cause.
  const cause = failures.find((failure) => propertyOf(propertyOf(failure, 'cause'), 'code') !== '25P02');
  if (cause !== undefined) throw cause;
  return Promise.all(statements);
}
