import { api } from '../../app/api.server.ts';

/** One call of the shop as its own description has it. `schema` is of its 200 answer. */
export type DescribedCall = {
  name: string;
  isSigned: boolean;
  /** By scheme, such as `staff`, which roles it asks for. */
  security: unknown;
  schema: unknown;
};

/** Whether a call is the back office's. */
export const isAdmin = (name: string) => name.includes(' /admin/');

export type Described = { calls: DescribedCall[]; schemas: unknown };

export function at(value: unknown, ...keys: string[]): unknown {
  let found = value;
  for (const key of keys)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** `/api/openapi.json`, as it is answered. */
export async function readDescription(): Promise<unknown> {
  const response = await api.request('/openapi.json');
  return response.json();
}

/** Every call of `/api/openapi.json`, named such as `POST /cart/add/{proId}`. */
export async function describedEndpoints(): Promise<Described> {
  const description = await readDescription();
  const calls = entriesOf(at(description, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, row]) => ({
      name: `${method.toUpperCase()} ${path}`,
      isSigned: at(row, 'security', '0') !== undefined,
      security: at(row, 'security', '0'),
      schema: at(row, 'responses', '200', 'content', 'application/json', 'schema'),
    })),
  );
  return { calls, schemas: at(description, 'components', 'schemas') };
}

/**
 * The keys of an answer that its description does not have, as paths such as `items.0.secret`: what a table has
 * and nobody meant to tell.
 */
export function undescribed(
  value: unknown,
  schema: unknown,
  schemas: unknown,
  path: string[] = [],
): string[] {
  const reference = at(schema, '$ref');
  if (typeof reference === 'string') {
    return undescribed(value, at(schemas, reference.split('/').at(-1) ?? ''), schemas, path);
  }
  const choices = at(schema, 'anyOf') ?? at(schema, 'oneOf');
  if (Array.isArray(choices)) {
    const tried = choices.map((choice: unknown) => undescribed(value, choice, schemas, path));
    return tried.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      undescribed(item, at(schema, 'items'), schemas, [...path, String(index)]),
    );
  }
  const known = propertiesOf(schema, schemas);
  if (typeof value !== 'object' || value === null) return [];
  return entriesOf(value).flatMap(([key, inside]) => {
    const here = [...path, key];
    return known.has(key) ? undescribed(inside, known.get(key), schemas, here) : [here.join('.')];
  });
}

/** With those of the schemas that it extends. */
function propertiesOf(schema: unknown, schemas: unknown): Map<string, unknown> {
  const reference = at(schema, '$ref');
  if (typeof reference === 'string') {
    return propertiesOf(at(schemas, reference.split('/').at(-1) ?? ''), schemas);
  }
  const all = at(schema, 'allOf');
  const parts: unknown[] = Array.isArray(all) ? all : [];
  return new Map([
    ...parts.flatMap((part) => [...propertiesOf(part, schemas)]),
    ...entriesOf(at(schema, 'properties')),
  ]);
}
