/** Reads the operations in `/api/openapi.json`, the API's own description, with their schemas in the code. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { api } from '../../app/api.server.ts';

type Parameter = { in: 'path' | 'query' | 'header'; name: string; schema: unknown };

export type Operation = {
  /** Name of the operation, such as `POST /cart/add/{proId}`. */
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** The described schema of a JSON body. If `bytes`, the body is a file. */
  body: { kind: 'json' | 'bytes'; schema: unknown } | undefined;
  /** The schemas of the query and of a JSON body in the code. */
  inputs: z.ZodType[];
  /** The schema of the JSON response in the code, by status. Undefined for a status without JSON. */
  responses: ReadonlyMap<number, z.ZodType | undefined>;
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

const schemaIn = (value: unknown): z.ZodType | undefined => (value instanceof z.ZodType ? value : undefined);
const jsonIn = (holder: unknown) => schemaIn(valueAt(holder, 'content', 'application/json', 'schema'));

/** Reads `/api/openapi.json`. */
export async function readDescription(): Promise<unknown> {
  const response = await api.request('/openapi.json');
  return response.json();
}

/** Lists all operations of `/api/openapi.json`, and the named schemas. */
export async function describedOperations(): Promise<{ operations: Operation[]; schemas: unknown }> {
  const description = await readDescription();
  const operations = api.openAPIRegistry.definitions.flatMap((definition): Operation[] => {
    if (definition.type !== 'route') return [];
    const { method, path, request, responses } = definition.route;
    const row = valueAt(description, 'paths', path, method);
    const security = valueAt(row, 'security', '0');
    return [
      {
        ...{ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path },
        parameters: toList(valueAt(row, 'parameters')).flatMap(parameterOf),
        body: bodyOf(row),
        inputs: [schemaIn(request?.query), jsonIn(request?.body)].filter((schema) => schema !== undefined),
        responses: new Map(
          Object.entries(responses).map(([status, response]) => [Number(status), jsonIn(response)]),
        ),
        ...{ security, needsAuth: security !== undefined },
      },
    ];
  });
  return { operations, schemas: valueAt(description, 'components', 'schemas') };
}

/** Lists the differences between a response and its schema. A schema drops fields that it does not have. */
export function schemaErrors(value: unknown, schema: z.ZodType | undefined): string[] {
  if (!schema) return ['no schema is described'];
  const parsed = schema.safeParse(value);
  if (!parsed.success) return [z.prettifyError(parsed.error)];
  if (isDeepStrictEqual(parsed.data, value)) return [];
  return [`only ${JSON.stringify(parsed.data)} of ${JSON.stringify(value)} is described`];
}
