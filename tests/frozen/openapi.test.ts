/**
 * What clients of the specified calls rely on: the paths, what is sent, and what is answered with which status. The
 * calls of the back office belong to its own screens and change with them, so only their number is held.
 */
import { describe, expect, it } from 'vitest';
import { at, readDescription } from '../security/described-endpoints.ts';
import { describedAlike, withoutProblem } from './described.ts';
import { recorded, toJson } from './recorded.ts';

const described = describedAlike(toJson(await readDescription()));
const isOfAdmin = (name: string) => name.includes(' /admin/');
// What stands in for the services outside is no call of the specification, and is not there in production.
const isPretend = (name: string) => name.includes('pretend');
const shown = new Map([...described].filter(([name]) => !isOfAdmin(name) && !isPretend(name)));
const callsOfAdmin = [...described.keys()].filter(isOfAdmin).length;
const now = { ...withoutProblem(shown), adminEndpoints: callsOfAdmin };
const stored = recorded('openapi', toJson(now));

describe('the described calls', () => {
  it('are the recorded ones, by method and path', () => {
    expect([...shown.keys()]).toEqual(Object.keys(Object(at(stored, 'calls'))));
  });

  it.each(Object.entries(now.calls))(
    '%s takes and answers what is recorded, field by field',
    (name, call) => {
      expect(call).toEqual(at(stored, 'calls', name));
    },
  );

  it('refuse with the recorded fields', () => {
    expect(now.problem).toEqual(at(stored, 'problem'));
  });

  it('of the back office are as many as recorded', () => {
    expect(callsOfAdmin).toBe(at(stored, 'adminEndpoints'));
  });
});

describe('the form that is compared', () => {
  const inDocument = (schema: unknown, schemas: unknown = {}) =>
    describedAlike(
      toJson({
        paths: { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
        components: { schemas },
      }),
    );
  const cart = { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' } } };

  it('knows no names of schemas', () => {
    const named = inDocument({ $ref: '#/components/schemas/Cart' }, { Cart: cart });
    expect(named).toEqual(inDocument(cart));
    expect(inDocument({ $ref: '#/components/schemas/Basket' }, { Basket: cart })).toEqual(named);
  });

  it('is the same where one schema extends another', () => {
    const id = { type: 'object', properties: { id: { type: 'string' } } };
    const title = { type: 'object', properties: { title: { type: 'string' } } };
    expect(inDocument({ allOf: [{ $ref: '#/components/schemas/Id' }, title] }, { Id: id })).toEqual(
      inDocument(cart),
    );
  });

  it('is the same whether what may be missing has a name', () => {
    const orNull = { anyOf: [{ $ref: '#/components/schemas/Cart' }, { type: 'null' }] };
    expect(inDocument({ ...cart, type: ['object', 'null'] })).toEqual(inDocument(orNull, { Cart: cart }));
  });

  it('differs by a lost field, also one that is called title', () => {
    const lesser = { type: 'object', properties: { id: { type: 'string' } } };
    expect(inDocument(lesser)).not.toEqual(inDocument(cart));
  });

  it('ends where a schema contains itself', () => {
    const tree = { type: 'array', items: { $ref: '#/components/schemas/Tree' } };
    expect(() => inDocument(tree, { Tree: tree })).not.toThrow();
  });
});
