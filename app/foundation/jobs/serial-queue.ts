const queues = new Map<string, Promise<unknown>>();

/** Does `work` when everything else of that name has ended, well or badly: so that answers come in the order of the clicks. */
export function serialQueue<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  const ended = mine.catch(() => undefined);
  queues.set(name, ended);
  void ended.then(() => {
    if (queues.get(name) === ended) queues.delete(name);
  });
  return mine;
}
