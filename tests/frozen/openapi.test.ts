/**
 * Records the parts that API clients rely on: the paths, the inputs, and the fields of each response. Records only the number of
 * admin operations, because they change with the admin's own screens.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { entriesOf, readDescription, toList, valueAt } from '../security/described-operations.ts';
import { expectRecorded } from './recorded.ts';

const isOfAdmin = (name: string) => name.includes(' /admin/');
// The specification does not contain the operations of the pretend bank and courier. They do not exist in production.
const isPretend = (name: string) => name.includes('pretend');

/** Keys of a schema that have their own lines, or that clients do not use. */
const notInType = ['type', 'items', 'properties', 'required', 'description', 'example'];

/**
 * Returns the lines of an OpenAPI description, for the operations that `isShown` accepts by name, such as `GET /cart/get`. Each
 * operation, parameter, body, status and field has one line. The fields of a named schema are listed once, under its name.
 */
function descriptionLines(description: unknown, isShown: (name: string) => boolean): string[] {
  const named = new Set<string>();

  /** Returns a type such as `Cart`, `string or null`, `integer minimum=1` or `array of CartLine`. */
  function typeOf(schema: unknown): string {
    const name = /[^/]+$/.exec(String(valueAt(schema, '$ref') ?? ''))?.[0];
    if (name !== undefined) {
      named.add(name);
      return name;
    }
    for (const [key, between] of Object.entries({ anyOf: ' or ', oneOf: ' or ', allOf: ' and ' })) {
      const parts = toList(valueAt(schema, key));
      if (parts.length > 0) return parts.map(typeOf).join(between);
    }
    const type = [valueAt(schema, 'type') ?? 'any'].flat().join(' or ');
    const limits = entriesOf(schema).filter(([key]) => !notInType.includes(key));
    const whole = [type, ...limits.map(([key, value]) => `${key}=${JSON.stringify(value)}`).sort()].join(' ');
    const items = valueAt(schema, 'items');
    return items === undefined ? whole : `${whole} of ${typeOf(items)}`;
  }

  /** Lists the fields of a schema, such as `Cart.total` or `Order.lines[].price`. */
  function fieldsOf(schema: unknown, name: string): string[] {
    const required = toList(valueAt(schema, 'required'));
    const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => toList(valueAt(schema, key)));
    const items = valueAt(schema, 'items');
    return [
      ...parts.flatMap((part) => fieldsOf(part, name)),
      ...(items === undefined ? [] : fieldsOf(items, `${name}[]`)),
      ...entriesOf(valueAt(schema, 'properties')).flatMap(([key, field]) =>
        linesOf(field, `${name}.${key}`, required.includes(key)),
      ),
    ];
  }

  const linesOf = (schema: unknown, name: string, isRequired: unknown): string[] => [
    `${name} ${isRequired ? '' : 'optional '}${typeOf(schema)}`,
    ...fieldsOf(schema, name),
  ];

  function bodies(holder: unknown, name: string, isRequired: unknown): string[] {
    const kinds = entriesOf(valueAt(holder, 'content'));
    if (kinds.length === 0) return [`${name} without a body`];
    return kinds.flatMap(([kind, body]) =>
      linesOf(valueAt(body, 'schema'), kind === 'application/json' ? name : `${name} ${kind}`, isRequired),
    );
  }

  function operation(row: unknown, name: string): string[] {
    const body = valueAt(row, 'requestBody');
    return [
      `${name} security=${JSON.stringify(valueAt(row, 'security'))}`,
      ...toList(valueAt(row, 'parameters')).flatMap((one) =>
        linesOf(
          valueAt(one, 'schema'),
          `${name} ${valueAt(one, 'in')} ${valueAt(one, 'name')}`,
          valueAt(one, 'required'),
        ),
      ),
      ...(body === undefined ? [] : bodies(body, `${name} body`, valueAt(body, 'required'))),
      ...entriesOf(valueAt(row, 'responses')).flatMap(([status, response]) =>
        bodies(response, `${name} ${status}`, true),
      ),
    ];
  }

  const operations = entriesOf(valueAt(description, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods)
      .map(([method, row]) => ({ name: `${method.toUpperCase()} ${path}`, row }))
      .filter(({ name }) => isShown(name))
      .flatMap(({ name, row }) => operation(row, name)),
  );
  const schemas: string[] = [];
  // The iteration includes names that are added during it: those of schemas that only other schemas use.
  for (const name of named)
    schemas.push(...linesOf(valueAt(description, 'components', 'schemas', name), name, true));
  return [...operations, ...schemas];
}

it('the API keeps the recorded inputs, statuses and fields of its operations', async () => {
  const description = await readDescription();
  const ofAdmin = descriptionLines(description, isOfAdmin).filter((line) => line.includes(' security='));
  expectRecorded('openapi', [
    ...descriptionLines(description, (name) => !isOfAdmin(name) && !isPretend(name)),
    `/admin/ ${ofAdmin.length} operations`,
  ]);
});

it('the recorded files have at most 300 characters a line, 2,500 lines and 200 kB', () => {
  const files = globSync('*.{txt,json}', { cwd: import.meta.dirname });
  const texts = files.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  const lines = texts.flatMap((text) => text.split('\n'));
  expect(lines.filter((line) => line.length > 300)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(2500);
  expect(texts.join('').length).toBeLessThanOrEqual(200_000);
});
