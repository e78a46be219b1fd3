import { propertyOf } from '../parse-json.ts';

/**
 * Waits for the SQL statements that a transaction sends together, and returns their results in order. Call `execute()` on each
 * statement before the first `await`. Each statement sees the changes of the earlier ones. If a statement fails, rejects only
 * after all have ended, so that none runs after the rollback.
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
