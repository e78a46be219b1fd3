/** Every call of the shop as its own description has it, with what it takes and what it answers. */
import { api } from '../../app/api.server.ts';
import { at, entriesOf, listOf } from './described-endpoints.ts';

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
  answers: ReadonlyMap<number, unknown>;
  isSigned: boolean;
};

export type Description = { operations: Operation[]; schemas: unknown };

function parameterOf(row: unknown): Parameter[] {
  const place = at(row, 'in');
  if (place !== 'path' && place !== 'query' && place !== 'header') return [];
  return [{ in: place, name: String(at(row, 'name')), schema: at(row, 'schema') }];
}

function bodyOf(row: unknown): Operation['body'] {
  const content = at(row, 'requestBody', 'content');
  const json = at(content, 'application/json', 'schema');
  if (json !== undefined) return { kind: 'json', schema: json };
  return at(content, 'application/octet-stream') === undefined
    ? undefined
    : { kind: 'bytes', schema: undefined };
}

/** Reads `/api/openapi.json`. */
export async function describedOperations(): Promise<Description> {
  const response = await api.request('/openapi.json');
  const description: unknown = await response.json();
  const operations = entriesOf(at(description, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).map(([lower, row]): Operation => {
      const method = lower.toUpperCase();
      const responses = entriesOf(at(row, 'responses')).map(
        ([status, reported]) =>
          [Number(status), at(reported, 'content', 'application/json', 'schema')] as const,
      );
      return {
        name: `${method} ${path}`,
        method,
        path,
        parameters: listOf(at(row, 'parameters')).flatMap(parameterOf),
        body: bodyOf(row),
        answers: new Map(responses),
        isSigned: at(row, 'security', '0') !== undefined,
      };
    }),
  );
  return { operations, schemas: at(description, 'components', 'schemas') };
}
