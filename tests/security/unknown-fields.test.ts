/**
 * The specified endpoints ignore unknown fields, because clients of the specification may send more fields. All other endpoints
 * reject unknown fields, so that a misspelt key is an error instead of a lost value.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '../../app/api.server.ts';
import { specified } from './access.ts';
import { valueAt } from './described-operations.ts';

type Input = { name: string; schema: z.ZodType };

/** The schemas of the query and the body of each endpoint. */
const inputs = api.openAPIRegistry.definitions.flatMap((definition): Input[] => {
  if (definition.type !== 'route') return [];
  const { method, path, request } = definition.route;
  const name = `${method.toUpperCase()} ${path}`;
  const schemas = [request?.query, valueAt(request, 'body', 'content', 'application/json', 'schema')];
  return schemas.flatMap((schema) => (schema instanceof z.ZodType ? [{ name, schema }] : []));
});

/** Lists the paths of the objects in `schema` that accept unknown keys. */
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

/**
 * Paths of guest cart lines, which accept unknown fields. A browser sends the lines as it stored them, and an older page may have
 * stored more fields.
 */
const storedLines: Readonly<Record<string, readonly string[]>> = {
  'POST /cart/merge': ['input.properties.items.items'],
  'POST /cart/quote': ['input.properties.items.items'],
};

describe('unknown fields in a request', () => {
  it.each(inputs.filter(({ name }) => !specified.includes(name)))('fail in $name', ({ name, schema }) => {
    expect(openObjectsOf(schema)).toEqual(storedLines[name] ?? []);
  });

  it.each(inputs.filter(({ name }) => specified.includes(name)))('are ignored by $name', ({ schema }) => {
    expect(openObjectsOf(schema)).toContain('input');
  });
});
