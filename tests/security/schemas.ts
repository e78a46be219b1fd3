/** Generates values for the schemas of OpenAPI. */
import fc from 'fast-check';
import { entriesOf, toList, valueAt } from './described-operations.ts';

/** Resolves a `$ref`. */
export function resolveSchema(schema: unknown, schemas: unknown): unknown {
  const reference = valueAt(schema, '$ref');
  if (typeof reference !== 'string') return schema;
  return resolveSchema(valueAt(schemas, reference.split('/').at(-1) ?? ''), schemas);
}

/** Returns the properties of a schema, including those of `allOf`. */
export function propertiesOf(schema: unknown, schemas: unknown): Map<string, unknown> {
  const whole = resolveSchema(schema, schemas);
  return new Map([
    ...toList(valueAt(whole, 'allOf')).flatMap((part) => [...propertiesOf(part, schemas)]),
    ...entriesOf(valueAt(whole, 'properties')),
  ]);
}

function requiredOf(schema: unknown, schemas: unknown): Set<unknown> {
  const whole = resolveSchema(schema, schemas);
  const parts = toList(valueAt(whole, 'allOf')).flatMap((part) => [...requiredOf(part, schemas)]);
  return new Set([...parts, ...toList(valueAt(whole, 'required'))]);
}

const numberOr = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Asha', 'asha@example.in', '370001', '98290 00001', 'TB-SAR-001') },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
);

function strings(schema: unknown): fc.Arbitrary<unknown> {
  if (valueAt(schema, 'format') === 'uuid') return fc.uuid();
  // `stringMatching` supports neither Unicode classes nor lookahead. OpenAPI stores flags after a slash at the end.
  const pattern = String(valueAt(schema, 'pattern') ?? '').replace(/\/[a-z]+$/, '');
  if (pattern && !/\\p|\(\?/.test(pattern)) return fc.stringMatching(new RegExp(pattern));
  const minLength = numberOr(valueAt(schema, 'minLength'), 0);
  const maxLength = numberOr(valueAt(schema, 'maxLength'), 300);
  return text.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength));
}

function numbers(schema: unknown): fc.Arbitrary<unknown> {
  const above = valueAt(schema, 'exclusiveMinimum');
  const min = numberOr(valueAt(schema, 'minimum'), typeof above === 'number' ? above + 1 : -1_000_000);
  const max = Math.max(min, numberOr(valueAt(schema, 'maximum'), 1_000_000));
  return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
}

function objects(schema: unknown, schemas: unknown, depth: number): fc.Arbitrary<unknown> {
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, property] of propertiesOf(schema, schemas))
    model[key] = arbitraryOf(property, schemas, depth + 1);
  const required = requiredOf(schema, schemas);
  return fc.record(model, { requiredKeys: Object.keys(model).filter((key) => required.has(key)) });
}

/** Generates values that match a schema. */
export function arbitraryOf(described: unknown, schemas: unknown, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolveSchema(described, schemas);
  if (depth > 8) return fc.constant(null);
  const choices = toList(valueAt(schema, 'anyOf') ?? valueAt(schema, 'oneOf'));
  if (choices.length > 0)
    return fc.oneof(...choices.map((choice) => arbitraryOf(choice, schemas, depth + 1)));
  if (valueAt(schema, 'allOf') !== undefined) return objects(schema, schemas, depth);
  const named = valueAt(schema, 'enum');
  if (Array.isArray(named)) return fc.constantFrom(...named);
  const parts = valueAt(schema, 'prefixItems');
  if (Array.isArray(parts))
    return fc.tuple(...parts.map((part: unknown) => arbitraryOf(part, schemas, depth + 1)));
  const kinds = [valueAt(schema, 'type')].flat().map((type): fc.Arbitrary<unknown> => {
    if (type === 'string') return strings(schema);
    if (type === 'integer' || type === 'number') return numbers(schema);
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    if (type === 'object') return objects(schema, schemas, depth);
    if (type !== 'array') return fc.jsonValue({ maxDepth: 2 });
    const minLength = numberOr(valueAt(schema, 'minItems'), 0);
    const maxLength = Math.max(minLength, Math.min(4, numberOr(valueAt(schema, 'maxItems'), 4)));
    return fc.array(arbitraryOf(valueAt(schema, 'items'), schemas, depth + 1), { minLength, maxLength });
  });
  return fc.oneof(...kinds);
}

/** Lists values at the limits of a schema, and just outside of them. */
export function boundaryValuesOf(described: unknown, schemas: unknown): unknown[] {
  const schema = resolveSchema(described, schemas);
  const found: unknown[] = [];
  for (const key of ['minLength', 'maxLength']) {
    const length = valueAt(schema, key);
    if (typeof length !== 'number') continue;
    for (const count of [length - 1, length, length + 1])
      if (count >= 0) found.push('x'.repeat(count), '7'.repeat(count));
  }
  for (const key of ['minimum', 'maximum', 'exclusiveMinimum']) {
    const bound = valueAt(schema, key);
    if (typeof bound === 'number') found.push(bound - 1, bound, bound + 1, bound + 0.001);
  }
  for (const key of ['minItems', 'maxItems']) {
    const count = valueAt(schema, key);
    if (typeof count !== 'number') continue;
    for (const length of [count - 1, count + 1]) if (length >= 0) found.push(Array(length).fill('x'));
  }
  return found;
}
