/**
 * The specified endpoints ignore unknown fields, because clients of the specification may send more fields. All other endpoints
 * reject unknown fields, so that a misspelt key is an error instead of a lost value. No handler receives an unknown field.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSources } from '../frozen/app-folder.ts';
import { specified } from './access.ts';
import { describedOperations, valueAt } from './described-operations.ts';

const { operations } = await describedOperations();
const withInput = operations.filter(({ inputs }) => inputs.length > 0);

/** Lists the paths of the objects in `schema` that do not reject unknown keys. Marks those that keep unknown keys with `kept`. */
function openObjects(schema: unknown, path = 'input'): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((part, index) => openObjects(part, `${path}.${index}`));
  const more = valueAt(schema, 'additionalProperties');
  const isOpen = 'properties' in schema && more !== false;
  return [
    ...(isOpen ? [more === undefined ? path : `${path} kept`] : []),
    ...Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${path}.${key}`)),
  ];
}

const openObjectsOf = (inputs: readonly z.ZodType[]) =>
  inputs.flatMap((schema) => openObjects(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));

/**
 * Paths of guest cart lines, which accept unknown fields. A browser sends the lines as it stored them, and an older page may have
 * stored more fields.
 */
const storedLines: Readonly<Record<string, readonly string[]>> = {
  'POST /cart/merge': ['input.properties.items.items'],
  'POST /cart/quote': ['input.properties.items.items'],
};

describe('unknown fields in a request', () => {
  it.each(withInput.filter(({ name }) => !specified.includes(name)))('fail in $name', ({ name, inputs }) => {
    expect(openObjectsOf(inputs)).toEqual(storedLines[name] ?? []);
  });

  it.each(withInput.filter(({ name }) => specified.includes(name)))('are ignored by $name', ({ inputs }) => {
    const open = openObjectsOf(inputs);
    expect(open).toContain('input');
    expect(open.filter((path) => path.endsWith(' kept'))).toEqual([]);
  });

  it('reach no handler, because only `endpoint()` and downloads of files read the query or the body', () => {
    const reading = /\bc\.req\.(json|query|queries|text|parseBody|formData|raw\.(json|text|formData))\b/;
    expect(
      readSources()
        .filter(({ text }) => reading.test(text))
        .map(({ file }) => file),
    ).toEqual([
      'app/foundation/files/uploads.server.ts',
      'app/foundation/http/endpoint.server.ts',
      'app/orders/signed-files.server.ts',
    ]);
  });
});
