import pg from 'pg';
import { createStatementNames } from './prepared-statements.server.ts';

/** What the shop is told as soon as `begin` is on its way. */
const begun = { command: 'BEGIN', rowCount: null, rows: [], fields: [], oid: 0 };

/**
 * Returns a `pg.Client` class that prepares frequent statements and pipelines queries, for a pool with `pipeline: true`.
 * Queries started in one tick (`Promise.all([first.execute(), second.execute()])`) are sent in one write. They run in
 * order, so each statement sees the rows written by the previous one. One write costs less than a round trip per query.
 */
export function createPipelinedClientClass(): typeof pg.Client {
  const nameOf = createStatementNames();
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query;
      const ask = (first: unknown, values: unknown, ...rest: unknown[]): unknown => {
        const { stream } = this.connection;
        stream.cork();
        process.nextTick(() => stream.uncork());
        if (isBegin(first)) {
          // It goes with the first statement. Should it fail, nothing may be done on this line outside of it.
          const beginning: Promise<unknown> = Reflect.apply(query, this, [first, values]);
          beginning.catch((error: Error) => stream.destroy(error));
          return Promise.resolve(begun);
        }
        const name =
          isNameless(first) && Array.isArray(values) && values.length > 0 ? nameOf(first.text) : undefined;
        const statement = name === undefined ? first : Object.assign({}, first, { name });
        return Reflect.apply(query, this, [statement, values, ...rest]);
      };
      Object.assign(this, { query: ask });
    }
  };
}

function isBegin(statement: unknown): boolean {
  return hasText(statement) && statement.text === 'begin';
}

function isNameless(statement: unknown): statement is { text: string } {
  return hasText(statement) && !('name' in statement && statement.name !== undefined);
}

function hasText(statement: unknown): statement is { text: string } {
  return (
    typeof statement === 'object' &&
    statement !== null &&
    'text' in statement &&
    typeof statement.text === 'string'
  );
}
