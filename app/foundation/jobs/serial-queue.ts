const queues = new Map<string, Promise<unknown>>();

/** Runs `work` after all earlier work of the same `name` has settled, so that responses arrive in click order. */
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
