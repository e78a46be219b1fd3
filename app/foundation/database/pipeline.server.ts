/**
 * Statements that do not wait for each other's answers: on a line to PostgreSQL they go out in one parcel and are done in
 * the order given, each seeing what the one before it wrote and what came about while that one waited for a lock. Each
 * has to be sent already, by `execute()`, before anything else is awaited. Inside a transaction only: elsewhere each
 * has a line of its own, and no order.
 *
 * Throws what went wrong first, once all are through: whatever was still under way when the transaction is given up would
 * be done outside of it.
 */
export async function pipeline<const Input extends readonly unknown[]>(statements: Input) {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const cause = failures.find((failure) => !isAftermath(failure));
  if (cause !== undefined) throw cause;
  return Promise.all(statements);
}

/** PostgreSQL refuses whatever comes after a failure in a transaction; of why it failed, that says nothing. */
function isAftermath(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '25P02';
}
