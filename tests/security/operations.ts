/** Every call of the shop as its own description has it, with what it takes and what it answers. */
import { api } from '../../app/api.server.ts';
import { entriesOf, toList, valueAt } from './described-endpoints.ts';

export type Parameter = { in: 'path' | 'query' | 'header'; name: string; schema: unknown };

export type Operation = {
  /** Such as `POST /cart/add/{proId}`. */
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Of the JSON that it takes; `bytes` where it takes a file. */
  body: { kind: 'json' | 'bytes'; schema: unknown } | undefined;
  /** What it may answer: each status, with the schema of its JSON where it has one. */
  responses: ReadonlyMap<number, unknown>;
  needsAuth: boolean;
};

export type Description = { operations: Operation[]; schemas: unknown };

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
export async function describedOperations(): Promise<Description> {
  const response = await api.request('/openapi.json');
  const description: unknown = await response.json();
  const operations = entriesOf(valueAt(description, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).map(([lower, row]): Operation => {
      const method = lower.toUpperCase();
      const responses = entriesOf(valueAt(row, 'responses')).map(
        ([status, reported]) =>
          [Number(status), valueAt(reported, 'content', 'application/json', 'schema')] as const,
      );
      return {
        name: `${method} ${path}`,
        method,
        path,
        parameters: toList(valueAt(row, 'parameters')).flatMap(parameterOf),
        body: bodyOf(row),
        responses: new Map(responses),
        needsAuth: valueAt(row, 'security', '0') !== undefined,
      };
    }),
  );
  return { operations, schemas: valueAt(description, 'components', 'schemas') };
}
