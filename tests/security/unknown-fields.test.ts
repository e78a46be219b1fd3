/**
 * The specified calls ignore what they do not know, as the specification's clients may send more. All others refuse it: a key that
 * a screen spells wrong is then an error, and not a value that is lost.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '../../app/api.server.ts';
import { specified } from './access.ts';
import { valueAt } from './described-endpoints.ts';

type Input = { name: string; schema: z.ZodType };

/** The query and the body of each endpoint that has them. */
const inputs = api.openAPIRegistry.definitions.flatMap((definition): Input[] => {
  if (definition.type !== 'route') return [];
  const { method, path, request } = definition.route;
  const name = `${method.toUpperCase()} ${path}`;
  const schemas = [request?.query, valueAt(request, 'body', 'content', 'application/json', 'schema')];
  return schemas.flatMap((schema) => (schema instanceof z.ZodType ? [{ name, schema }] : []));
});

/** The objects in `schema`, named by their path, that take keys which they do not know. */
function openObjects(schema: unknown, path = 'input'): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((part, index) => openObjects(part, `${path}.${index}`));
  const isOpen = 'properties' in schema && valueAt(schema, 'additionalProperties') !== false;
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${path}.${key}`)),
  ];
}

const openObjectsOf = (schema: z.ZodType) =>
  openObjects(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

/** Lines of a guest's cart are sent as browsers store them, also those that an older page has stored with more fields. */
const storedLines: Readonly<Record<string, readonly string[]>> = {
  'POST /cart/merge': ['input.properties.items.items'],
  'POST /cart/quote': ['input.properties.items.items'],
};

describe('unknown fields', () => {
  it.each(inputs.filter(({ name }) => !specified.includes(name)))(
    'are refused by $name',
    ({ name, schema }) => {
      expect(openObjectsOf(schema)).toEqual(storedLines[name] ?? []);
    },
  );

  it.each(inputs.filter(({ name }) => specified.includes(name)))(
    'are ignored by $name, as specified',
    ({ schema }) => {
      expect(openObjectsOf(schema)).toContain('input');
    },
  );
});
