const queues = new Map<string, Promise<unknown>>();

/** Runs `work` after all earlier work with the same `name` has ended. Responses then arrive in the order of the user's clicks. */
export function serialQueue<T>(name: string, work: () => Promise<T>): Promise<T> {
  const previous = queues.get(name) ?? Promise.resolve();
  const result = previous.then(work, work);
  const settled = result.catch(() => undefined);
  queues.set(name, settled);
  void settled.then(() => {
    if (queues.get(name) === settled) queues.delete(name);
  });
  return result;
}
