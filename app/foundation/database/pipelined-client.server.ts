import pg from 'pg';
import { createStatementNames } from './prepared-statements.server.ts';

/** What the shop is told as soon as `begin` is on its way. */
const begun = { command: 'BEGIN', rowCount: null, rows: [], fields: [], oid: 0 };

/**
 * Lines to PostgreSQL that keep prepared what is asked often, and on which nobody waits for an answer before the next
 * question goes out: what is asked in one turn goes in one parcel, and is done in its order, each statement seeing what
 * the one before it wrote. Handing a parcel over costs both sides more than most of what is asked.
 *
 * Asked in one turn is what is begun before anything is awaited: `Promise.all([first.execute(), second.execute()])`. For
 * a pool with `pipeline: true`.
 */
export function createPipelinedPool(): typeof pg.Client {
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
