import { api } from '../../app/api.server.ts';

/** One call of the shop as its own description has it. `schema` is of its 200 answer. */
export type DescribedEndpoint = {
  name: string;
  needsAuth: boolean;
  /** By scheme, such as `staff`, which roles it asks for. */
  security: unknown;
  schema: unknown;
};

/** Whether a call is the back office's. */
export const isAdmin = (name: string) => name.includes(' /admin/');

export type ApiDescription = { endpoints: DescribedEndpoint[]; schemas: unknown };

export function valueAt(value: unknown, ...keys: string[]): unknown {
  let found = value;
  for (const key of keys)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** `/api/openapi.json`, as it is answered. */
export async function readDescription(): Promise<unknown> {
  const response = await api.request('/openapi.json');
  return response.json();
}

/** Every call of `/api/openapi.json`, named such as `POST /cart/add/{proId}`. */
export async function describedEndpoints(): Promise<ApiDescription> {
  const description = await readDescription();
  const calls = entriesOf(valueAt(description, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, row]) => ({
      name: `${method.toUpperCase()} ${path}`,
      needsAuth: valueAt(row, 'security', '0') !== undefined,
      security: valueAt(row, 'security', '0'),
      schema: valueAt(row, 'responses', '200', 'content', 'application/json', 'schema'),
    })),
  );
  return { endpoints: calls, schemas: valueAt(description, 'components', 'schemas') };
}
