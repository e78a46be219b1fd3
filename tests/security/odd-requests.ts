/** Requests that the shop's pages never send: changed examples, random inputs and malformed bodies. */
import fc from 'fast-check';
import { type Operation, valueAt } from './described-operations.ts';
import { arbitraryOf, boundaryValuesOf, propertiesOf, resolveSchema } from './schemas.ts';
import type { Example } from './seeded.ts';

export type OddRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

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

/** Returns the request as a curl command. */
export function asCurl({ method, path, headers, body }: OddRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const sentHeaders = Object.entries(headers)
    .filter(([name]) => name !== 'authorization')
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const sent = body === undefined ? [] : ['--data-binary', quoted(body.slice(0, 600))];
  return ['curl', '-X', method, ...sentHeaders, ...sent, quoted(`/api${path.slice(0, 300)}`)].join(' ');
}
