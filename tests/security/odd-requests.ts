/** Requests that the shop's pages never send: changed examples, random inputs and malformed bodies. */
import fc from 'fast-check';
import { entriesOf, type Operation, toList, valueAt } from './described-operations.ts';
import type { Example } from './seeded.ts';

export type OddRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

/** Resolves a `$ref`. */
function resolveSchema(schema: unknown, schemas: unknown): unknown {
  const reference = valueAt(schema, '$ref');
  if (typeof reference !== 'string') return schema;
  return resolveSchema(valueAt(schemas, reference.split('/').at(-1) ?? ''), schemas);
}

/** Returns the properties of a schema, including those of `allOf`. */
function propertiesOf(schema: unknown, schemas: unknown): Map<string, unknown> {
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
function arbitraryOf(described: unknown, schemas: unknown, depth = 0): fc.Arbitrary<unknown> {
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
function boundaryValuesOf(described: unknown, schemas: unknown): unknown[] {
  const schema = resolveSchema(described, schemas);
  const valuesFor = (keys: string[], valuesAt: (limit: number) => unknown[]) =>
    keys.flatMap((key) => {
      const limit = valueAt(schema, key);
      return typeof limit === 'number' ? valuesAt(limit) : [];
    });
  const lengths = (limit: number) => [limit - 1, limit, limit + 1].filter((length) => length >= 0);
  return [
    ...valuesFor(['minLength', 'maxLength'], (limit) =>
      lengths(limit).flatMap((length) => ['x'.repeat(length), '7'.repeat(length)]),
    ),
    ...valuesFor(['minimum', 'maximum', 'exclusiveMinimum'], (limit) => [
      limit - 1,
      limit,
      limit + 1,
      limit + 0.5,
    ]),
    ...valuesFor(['minItems', 'maxItems'], (limit) =>
      lengths(limit).map((length) => Array(length).fill('x')),
    ),
  ];
}

/** Values that have broken other programs. */
const oddValues: readonly unknown[] = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202egnp.exe', '\ufeff', '\r\nBcc: all@example.in'],
  ...['x'.repeat(3000), 'é'.repeat(3000), '🧵'.repeat(3000), 'x'.repeat(60_000), 'a@'.repeat(400)],
  ...["'; drop table orders; --", '%', '_', '\\', '%00', '../../etc/passwd', '<script>alert(1)</script>'],
  ...[
    '{{7*7}}',
    '$' + '{7*7}',
    '=1+1',
    'null',
    'NaN',
    '-1',
    '1e999',
    '2026-02-30',
    '0x10',
    '00000',
    '１２３',
  ],
  ...['7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11', '7A6BD4F68A544D3A9E1B0C1F5F0A6C11', 'constructor', '__proto__'],
  ...[-1, 0, -0, 1, 1.5, 0.1, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e21, 1e308, -1e308, 5e-324],
  ...[null, true, false, [], {}, [[]], [null], [{}], { $ne: null }, { length: 1e9 }, { toString: 1 }],
  ...[Array(500).fill('x'), Array(500).fill({})],
];

const oddPaths = [
  ...['%00', '%', '%ED%A0%80', '%E0%A4%A', '..%2f..%2fetc', 'x'.repeat(61), 'x'.repeat(5000)],
  ...['TB-SAR-001', '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11', '%F0%9F%A7%B5', '%0D%0AX-Odd:%201', "'", '*'],
  ...['-1', '0', '1e9', 'null', 'undefined', '__proto__', 'constructor', '%25', '%7B%7D', '+', ';a=b', '%5C'],
];

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const rawBodies = [
  ...['', '{', '"', 'null', 'true', '1', '[]', '{}', '"text"', '{"a":1}{"b":2}', 'name=Asha', '\ufeff{}'],
  ...[deep(20_000), `{"a":${deep(20_000)}}`, '{"__proto__":{"role":"owner"}}', '{"email":1,"email":2}', '\0'],
  ...['-', '1e99999', '{"quantity":1e99999}', '{"quantity":-0}', 'x'.repeat(70_000)],
];
const kinds = [
  ...['application/json', 'application/json; charset=utf-16', 'application/json;', 'text/plain', 'text/html'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=x', ''],
  ...['application/vnd.api+json', 'application/octet-stream', 'nonsense'],
];

/** Lists the paths of all values in a body, with their schemas. */
function pathsIn(
  value: unknown,
  described: unknown,
  schemas: unknown,
  path: string[] = [],
): [string[], unknown][] {
  if (path.length > 5) return [];
  const own: [string[], unknown][] = path.length > 0 ? [[path, described]] : [];
  const schema = resolveSchema(described, schemas);
  const items = valueAt(schema, 'items');
  if (Array.isArray(value) || items !== undefined)
    return [...own, ...pathsIn(valueAt(value, '0'), items, schemas, [...path, '0'])];
  const known = propertiesOf(schema, schemas);
  const keys = new Set([...known.keys(), ...Object.keys(typeof value === 'object' && value ? value : {})]);
  return [
    ...own,
    ...[...keys].flatMap((key) => pathsIn(valueAt(value, key), known.get(key), schemas, [...path, key])),
  ];
}

/** Returns a copy of a body with `to` at a path. Deletes the value at the path if `to` is undefined. */
function replaced(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const copy: unknown[] = [...value];
    copy[Number(key)] = replaced(copy[Number(key)], rest, to);
    return copy;
  }
  const copy = typeof value === 'object' && value !== null ? { ...value } : {};
  if (rest.length === 0 && to === undefined) Reflect.deleteProperty(copy, key);
  else
    Object.defineProperty(copy, key, {
      value: replaced(valueAt(value, key), rest, to),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}

const inUrl = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
};

/** Returns the request that sends the example. */
function exampleRequest({ method }: Operation, { path, body, token }: Example): OddRequest {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (method === 'GET') return { method, path, headers };
  headers['content-type'] = 'application/json';
  return { method, path, headers, body: JSON.stringify(body ?? {}) };
}

/** Generates requests to an operation with the example's token: similar to the example, as described, and malformed. */
export function oddRequests(operation: Operation, example: Example, schemas: unknown) {
  const { method, parameters, body } = operation;
  const plain = exampleRequest(operation, example);
  const [pathname = ''] = example.path.split('?');
  const choices: fc.WeightedArbitrary<OddRequest>[] = [{ weight: 1, arbitrary: fc.constant(plain) }];
  const add = <T>(weight: number, values: fc.Arbitrary<T>, change: (value: T) => Partial<OddRequest>) =>
    choices.push({ weight, arbitrary: values.map((value) => ({ ...plain, ...change(value) })) });
  /** Generates odd values, values that match the schema, and values at its limits. */
  const valuesFor = (schema: unknown, odd: readonly unknown[] = oddValues) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...odd) },
      { weight: 2, arbitrary: schema === undefined ? fc.jsonValue() : arbitraryOf(schema, schemas) },
      { weight: 2, arbitrary: fc.constantFrom(...boundaryValuesOf(schema, schemas), 'x') },
    );
  const parametersIn = (location: string) => parameters.filter((one) => one.in === location);

  const paths = body?.kind === 'json' ? pathsIn(example.body, body.schema, schemas) : [];
  if (paths.length > 0) {
    const changed = fc
      .constantFrom(...paths)
      .chain(([path, schema]) =>
        valuesFor(schema, [...oddValues, undefined]).map((value) => replaced(example.body, path, value)),
      );
    add(6, changed, (value) => ({ body: JSON.stringify(value) }));
    add(3, arbitraryOf(body?.schema, schemas), (value) => ({ body: JSON.stringify(value) }));
  }
  if (method !== 'GET')
    add(2, fc.tuple(fc.constantFrom(...rawBodies), fc.constantFrom(...kinds)), ([raw, kind]) => ({
      headers: { ...plain.headers, 'content-type': kind },
      body: raw,
    }));

  const inPath = parametersIn('path');
  if (inPath.length > 0)
    add(3, fc.tuple(fc.constantFrom(...inPath), fc.constantFrom(...oddPaths)), ([{ name }, value]) => {
      const index = operation.path.split('/').indexOf(`{${name}}`);
      return { path: pathname.split('/').with(index, value).join('/') };
    });

  const inQuery = parametersIn('query');
  if (inQuery.length > 0) {
    const parameter = fc
      .constantFrom(...inQuery)
      .chain(({ name, schema }) =>
        valuesFor(schema).map((value) => `${name}=${inUrl(value).slice(0, 4000)}`),
      );
    add(5, fc.array(parameter, { minLength: 1, maxLength: 4 }), (query) => ({
      path: `${pathname}?${query.join('&')}`,
    }));
  }

  const inHeader = parametersIn('header');
  if (inHeader.length > 0) {
    const values = fc.constantFrom('', ' ', 'x', 'x'.repeat(128), 'x'.repeat(129), 'ä');
    add(2, fc.tuple(fc.constantFrom(...inHeader), values), ([{ name }, value]) => ({
      headers: { ...plain.headers, [name]: value },
    }));
  }
  return fc.oneof(...choices);
}

/** Lists one request for each path of the example's body, with `value` at that path. */
export function requestsWithValuePerBodyField(
  operation: Operation,
  example: Example,
  schemas: unknown,
  value: unknown,
): OddRequest[] {
  if (operation.body?.kind !== 'json') return [];
  const plain = exampleRequest(operation, example);
  return pathsIn(example.body, operation.body.schema, schemas).map(([path]) => ({
    ...plain,
    body: JSON.stringify(replaced(example.body, path, value)),
  }));
}
