/** Reads the operations in `/api/openapi.json`, the API's own description. */
import { api } from '../../app/api.server.ts';

type Parameter = { in: 'path' | 'query' | 'header'; name: string; schema: unknown };

export type Operation = {
  /** Name of the operation, such as `POST /cart/add/{proId}`. */
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** The schema of a JSON body. If `bytes`, the body is a file. */
  body: { kind: 'json' | 'bytes'; schema: unknown } | undefined;
  /** The schema of the JSON response by status. Undefined for a status without JSON. */
  responses: ReadonlyMap<number, unknown>;
  /** The required roles by security scheme, such as `staff`. Undefined if the operation is public. */
  security: unknown;
  needsAuth: boolean;
};

/** True for an operation of the admin. */
export const isAdmin = (name: string) => name.includes(' /admin/');

export function valueAt(value: unknown, ...keys: string[]): unknown {
  let found = value;
  for (const key of keys)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function parameterOf(row: unknown): Parameter[] {
  const location = valueAt(row, 'in');
  if (location !== 'path' && location !== 'query' && location !== 'header') return [];
  return [{ in: location, name: String(valueAt(row, 'name')), schema: valueAt(row, 'schema') }];
}

function bodyOf(row: unknown): Operation['body'] {
  const content = valueAt(row, 'requestBody', 'content');
  const json = valueAt(content, 'application/json', 'schema');
  if (json !== undefined) return { kind: 'json', schema: json };
  return valueAt(content, 'application/octet-stream') === undefined
    ? undefined
    : { kind: 'bytes', schema: undefined };
}

/** Reads `/api/openapi.json`. */
export async function readDescription(): Promise<unknown> {
  const response = await api.request('/openapi.json');
  return response.json();
}

/** Lists all operations of `/api/openapi.json`, and the named schemas. */
export async function describedOperations(): Promise<{ operations: Operation[]; schemas: unknown }> {
  const description = await readDescription();
  const operations = entriesOf(valueAt(description, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).map(([key, row]): Operation => {
      const method = key.toUpperCase();
      const responses = entriesOf(valueAt(row, 'responses')).map(
        ([status, response]) =>
          [Number(status), valueAt(response, 'content', 'application/json', 'schema')] as const,
      );
      const security = valueAt(row, 'security', '0');
      return {
        name: `${method} ${path}`,
        method,
        path,
        parameters: toList(valueAt(row, 'parameters')).flatMap(parameterOf),
        body: bodyOf(row),
        responses: new Map(responses),
        security,
        needsAuth: security !== undefined,
      };
    }),
  );
  return { operations, schemas: valueAt(description, 'components', 'schemas') };
}
