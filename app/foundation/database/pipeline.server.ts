/**
 * Sends statements to PostgreSQL together, without waiting for each result. They run in order: each sees the rows written
 * by the previous ones, and rows committed while those waited for a lock. Call `execute()` on each statement before
 * anything is awaited. Only inside a transaction: elsewhere each statement has its own connection, and there is no order.
 *
 * Rejects with the first error after all statements have settled, because a statement still in progress would run outside
 * the rolled-back transaction.
 */
export async function pipeline<const Input extends readonly unknown[]>(statements: Input) {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((statement) =>
    statement.status === 'rejected' ? [statement.reason] : [],
  );
  const cause = failures.find((failure) => !isAftermath(failure));
  if (cause !== undefined) throw cause;
  return Promise.all(statements);
}

/** True for the error of statements that follow a failed one in a transaction: it does not name the cause. */
function isAftermath(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '25P02';
}
