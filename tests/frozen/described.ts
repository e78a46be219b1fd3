import { isObject, type Json, sorted } from './recorded.ts';

type JsonObject = { [key: string]: Json };

const problemKind = 'application/problem+json';

/** Explanations for readers, and names that only the code and its documentation use. */
const notOnTheWire = ['description', 'summary', 'operationId', 'tags', 'title', 'example', 'examples'];

/**
 * The body that every refusal has, and `calls` with a mark in its place: it stands in each call several times, so a change
 * of it would otherwise be hundreds of changed lines.
 */
export function withoutProblem(calls: ReadonlyMap<string, Json>): { problem: Json; calls: JsonObject } {
  const problems: Json[] = [];
  const mark = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(mark);
    return Object.fromEntries(entries(value).map(([key, inside]) => [key, marked(key, inside)]));
  };
  const marked = (key: string, value: Json): Json => {
    if (key !== problemKind) return typeof value === 'object' && value !== null ? mark(value) : value;
    if (problems.length === 0) problems.push(value);
    return textOf(value) === textOf(problems[0] ?? null) ? 'the problem' : value;
  };
  const rest = [...calls].map(([name, call]): [string, Json] => [name, mark(call)]);
  return { problem: problems[0] ?? null, calls: Object.fromEntries(rest) };
}

/**
 * The calls of an OpenAPI description, by such names as `GET /cart/get`, in a form that depends on nothing but what is
 * sent and answered: references are resolved, so a schema may get another name, be split, or be joined with another.
 */
export function describedAlike(description: Json): Map<string, Json> {
  const paths = isObject(description) ? description.paths : undefined;
  const calls = entries(paths).flatMap(([path, methods]) =>
    entries(methods).map(([method, call]): [string, Json] => [
      `${method.toUpperCase()} ${path}`,
      sorted(callOf(call, description)),
    ]),
  );
  return new Map(calls.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const entries = (value: Json | undefined) => (isObject(value) ? Object.entries(value) : []);
const textOf = (value: Json) => JSON.stringify(sorted(value));
const inOrder = (values: Json[]) => values.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

function callOf(call: Json, description: Json): Json {
  if (!isObject(call)) return call;
  const { parameters = [], requestBody = null, responses = {}, security = [] } = call;
  const responsesAlike = entries(responses).map(([status, response]): [string, Json] => {
    const { content = {}, headers } = follow(response, description);
    return [status, { content: bodies(content, description), ...(headers && { headers }) }];
  });
  const body = requestBody === null ? {} : follow(requestBody, description);
  return {
    needsToken: Array.isArray(security) && security.length > 0,
    parameters: inOrder(
      (Array.isArray(parameters) ? parameters : []).map((one) => parameter(one, description)),
    ),
    ...(requestBody !== null && {
      requestBody: { required: body.required ?? false, content: bodies(body.content ?? {}, description) },
    }),
    responses: Object.fromEntries(responsesAlike),
  };
}

function parameter(written: Json, description: Json): Json {
  const { name = null, in: where = null, required = false, schema = {} } = follow(written, description);
  return { name, in: where, required, schema: schemaOf(schema, description, []) };
}

function bodies(content: Json, description: Json): Json {
  return Object.fromEntries(
    entries(content).map(([kind, body]) => {
      const schema = isObject(body) ? (body.schema ?? {}) : {};
      return [kind, schemaOf(schema, description, [])];
    }),
  );
}

/** What a reference such as `#/components/schemas/Cart` leads to; anything else is itself. */
function follow(value: Json, description: Json): JsonObject {
  if (!isObject(value)) return {};
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  let found: Json | undefined = description;
  for (const part of $ref.split('/').slice(1)) found = isObject(found) ? found[part] : undefined;
  if (found === undefined) throw new Error(`${$ref} leads nowhere`);
  return follow(found, description);
}

/** `inside` holds the references that are being resolved: a schema that contains itself is not followed for ever. */
function schemaOf(written: Json, description: Json, inside: readonly string[]): Json {
  if (!isObject(written)) return written;
  const { $ref } = written;
  if (typeof $ref === 'string') {
    const level = inside.indexOf($ref);
    if (level >= 0) return { again: inside.length - level };
    return schemaOf(follow(written, description), description, [...inside, $ref]);
  }
  const within = (value: Json) => schemaOf(value, description, inside);
  const entriesAlike = entries(written)
    .filter(([key]) => !notOnTheWire.includes(key))
    .map(([key, value]): [string, Json] => {
      if (key === 'properties' || key === 'patternProperties')
        return [key, Object.fromEntries(entries(value).map(([name, one]) => [name, within(one)]))];
      if (key === 'required' || key === 'enum') return [key, Array.isArray(value) ? inOrder(value) : value];
      if (Array.isArray(value)) return [key, value.map(within)];
      return [key, within(value)];
    });
  return joined(orNull(Object.fromEntries(entriesAlike)));
}

/** `type: [x, null]` becomes a choice, as a reference to an `x` that may be missing is written. */
function orNull(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || !type.includes('null')) return schema;
  const others = type.filter((one) => one !== 'null');
  const left: Json = others.length === 1 ? (others[0] ?? null) : inOrder(others);
  const { enum: values, ...others2 } = rest;
  const stored = Array.isArray(values) ? { ...others2, enum: values.filter((one) => one !== null) } : rest;
  return { anyOf: [{ ...stored, type: left }, { type: 'null' }] };
}

/** Choices stand in one order, choices within choices are taken out, and objects that extend each other become one. */
function joined(schema: JsonObject): Json {
  const { allOf, anyOf, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    const flat = anyOf.flatMap((one) =>
      isObject(one) && Object.keys(one).join() === 'anyOf' && Array.isArray(one.anyOf) ? one.anyOf : [one],
    );
    return { ...(allOf && { allOf }), ...rest, anyOf: inOrder(flat) };
  }
  if (!Array.isArray(allOf)) return schema;
  const parts = [...allOf, ...(Object.keys(rest).length > 0 ? [rest] : [])];
  if (!parts.every(isObject) || !parts.every((part) => (part.type ?? 'object') === 'object'))
    return { ...rest, allOf: inOrder(allOf) };
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []));
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    ...(required.length > 0 && { required: inOrder([...new Set(required)]) }),
  };
}
