import pg from 'pg';
import { propertyOf, textAt } from '../http/api-client.ts';

/** Result returned for `begin` without waiting for the server. */
const beginResult = { command: 'BEGIN', rowCount: null, rows: [], fields: [], oid: 0 };

/**
 * Returns a `pg.Client` class for a pool with `pipeline: true`, which prepares frequent statements with parameters. Queries
 * started in one tick (`Promise.all([first.execute(), second.execute()])`) are sent in one write, and run in order.
 */
export function createPipelinedClientClass(): typeof pg.Client {
  const nameOf = createStatementNames();
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query;
      const sendQuery = (first: unknown, values: unknown, ...rest: unknown[]): unknown => {
        const { stream } = this.connection;
        stream.cork();
        process.nextTick(() => stream.uncork());
        if (textAt(first, 'text') === 'begin') {
          // `begin` is sent together with the first statement. If `begin` fails, close the connection, because no later
          // statement may run outside a transaction.
          const pendingBegin: Promise<unknown> = Reflect.apply(query, this, [first, values]);
          pendingBegin.catch((error: Error) => stream.destroy(error));
          return Promise.resolve(beginResult);
        }
        const text = propertyOf(first, 'name') === undefined ? textAt(first, 'text') : undefined;
        const hasParameters = Array.isArray(values) && values.length > 0;
        const name = text !== undefined && hasParameters ? nameOf(text) : undefined;
        const statement = name === undefined ? first : Object.assign({}, first, { name });
        return Reflect.apply(query, this, [statement, values, ...rest]);
      };
      Object.assign(this, { query: sendQuery });
    }
  };
}

/** Maximum number of prepared statements per connection. The shop's statements without lists are fewer. */
const maxNames = 500;
/** Maximum number of unnamed texts whose uses are counted. */
const maxCountedTexts = 2000;
/** Number of uses that a text needs to get a name. */
const minUses = 3;

/**
 * Returns a function that names frequent SQL texts, so that connections prepare them: planning an order's statements takes longer
 * than running them. Rare texts get no name, and names are limited, because a list has another text for each length.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= maxNames) return name;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < minUses) {
      if (counts.size >= maxCountedTexts) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const newName = `shop_${names.size}`;
    names.set(text, newName);
    return newName;
  };
}
