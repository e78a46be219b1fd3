import pg from 'pg';
import { propertyOf, textAt } from '../parse-json.ts';

/** Result that `begin` returns before the server has responded. */
const beginResult = { command: 'BEGIN', rowCount: null, rows: [], fields: [], oid: 0 };

/**
 * Returns a `pg.Client` class for a pool with `pipeline: true`. The client prepares frequent statements with parameters. Queries
 * that start in the same tick (`Promise.all([first.execute(), second.execute()])`) are sent in one write, and run in order.
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
          // `begin` is sent together with the first statement. If `begin` fails, close the connection, so that no later statement
          // runs outside a transaction.
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

/**
 * Maximum number of prepared statements per connection. This is enough for all statements of the shop, except for the many
 * variants of statements with lists.
 */
const maxNames = 500;
/** Maximum number of unnamed SQL texts whose uses are counted. */
const maxCountedTexts = 2000;
/** Number of uses after which an SQL text gets a name. */
const minUses = 3;

/**
 * Returns a function that gives names to frequent SQL texts. PostgreSQL plans a named statement only once per connection, and for
 * the statements of an order the planning takes longer than the execution. The number of names is limited, because a statement
 * with a list has a different text for each length of the list.
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
