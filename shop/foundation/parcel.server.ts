/**
 * Statements that do not wait for each other's answers: on a line to PostgreSQL they go out in one parcel and are done in
 * the order given, each seeing what the one before it wrote and what came about while that one waited for a lock. Each
 * has to be sent already, by `execute()`, before anything else is awaited. Inside a transaction only: elsewhere each
 * has a line of its own, and no order.
 *
 * Throws what the first of them throws, once all are through: whatever was still under way when the transaction is given
 * up would be done outside of it.
 */
export async function inOneParcel<const Asked extends readonly unknown[]>(asked: Asked) {
  await Promise.allSettled(asked);
  return Promise.all(asked);
}
