/**
 * Every call of the shop, called as nobody should: made up from the shop's own description of itself, so that a new call
 * is among them by itself. `FUZZ_RUNS=300` makes so many calls of each, `FUZZ_SEED=7` others; the same seed makes the
 * same calls.
 */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { ProblemBody } from '../../app/foundation/http/http.server.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { it } from '../fixtures/world.ts';
import { isAdmin } from './described-endpoints.ts';
import { asCurl, type OddRequest, oddRequests, requestsWithValuePerBodyField } from './odd-requests.ts';
import { describedOperations, type Operation } from './operations.ts';
import { schemaErrors } from './schemas.ts';
import { rolledBackApp, seedEverything } from './seeded.ts';

const { operations, schemas } = await describedOperations();
const numRuns = Number(process.env.FUZZ_RUNS ?? 4);
const seed = Number(process.env.FUZZ_SEED ?? 7261);

/** What the door says of any call, whatever stands in its description. */
const ofSignIn = [400, 404, 413, 415];

/** What is wrong with an answer, as words. */
async function wrongOf(operation: Operation, response: Response): Promise<string[]> {
  const { status } = response;
  const kind = response.headers.get('content-type') ?? '';
  const text = await response.text();
  if (status >= 500 && !operation.responses.has(status)) return [`it broke: ${status} ${text}`];
  if (![...ofSignIn, ...operation.responses.keys()].includes(status))
    return [`${status} is not described: ${text}`];
  if (status >= 400) {
    if (kind !== 'application/problem+json') return [`the refusal is ${kind}: ${text.slice(0, 200)}`];
    const error = ProblemBody.safeParse(JSON.parse(text));
    return error.success && error.data.status === status ? [] : [`the refusal is odd: ${text}`];
  }
  if (!kind.startsWith('application/json')) return [];
  return schemaErrors(JSON.parse(text), operation.responses.get(status), schemas);
}

async function fuzz(shop: TestShop, chosen: readonly Operation[]) {
  const found: string[] = [];
  const reported = new Map<number, number>();
  const { app, andRolledBack } = rolledBackApp(shop);
  const exampleOf = await seedEverything(shop);
  const ask = async ({ path, ...call }: OddRequest) => app.request(`/api${path}`, call);
  for (const operation of chosen) {
    const example = exampleOf(operation.name);
    const result = await fc.check(
      fc.asyncProperty(oddRequests(operation, example, schemas), async (call) => {
        const response = await andRolledBack(() => ask(call));
        reported.set(response.status, (reported.get(response.status) ?? 0) + 1);
        const wrong = await wrongOf(operation, response);
        if (wrong.length > 0) throw new Error(wrong.join('; ').slice(0, 600));
        // No address of the shop has this character, whoever asks.
        if (!operation.needsAuth || call.path.includes('%00')) return;
        const { authorization: _, ...headers } = call.headers;
        const otherCustomer = await andRolledBack(() => ask({ ...call, headers }));
        // Where the address leads nowhere, or the body is endless, that may be said before.
        if (![401, 404, 413].includes(otherCustomer.status))
          throw new Error(`a stranger is answered ${otherCustomer.status}`);
      }),
      { numRuns, seed, endOnFailure: false },
    );
    if (result.failed) {
      const [call] = result.counterexample ?? [];
      const { errorInstance } = result;
      found.push(
        `${operation.name}: ${errorInstance instanceof Error ? errorInstance.message : errorInstance}\n  ${call ? asCurl(call) : ''}`,
      );
    }
  }
  return { found, reported };
}

describe(`whatever is called, and however (seed ${seed}, ${numRuns} calls of each)`, {
  timeout: 3_600_000,
}, () => {
  it('the shop’s calls break nowhere, refuse in words, and answer what they describe', async ({ shop }) => {
    const { found, reported } = await fuzz(
      shop,
      operations.filter(({ name }) => !isAdmin(name)),
    );
    expect(found.join('\n\n')).toBe('');
    for (const status of [200, 400, 404]) expect(reported.get(status)).toBeGreaterThan(numRuns);
  });

  it('nor do those of the back office', async ({ shop }) => {
    const { found, reported } = await fuzz(
      shop,
      operations.filter(({ name }) => isAdmin(name)),
    );
    expect(found.join('\n\n')).toBe('');
    for (const status of [200, 400, 404]) expect(reported.get(status)).toBeGreaterThan(numRuns);
  });

  it('what no database can keep is refused in each field of each call', async ({ shop }) => {
    const { app, andRolledBack } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    const found: string[] = [];
    let requested = 0;
    for (const operation of operations) {
      for (const call of requestsWithValuePerBodyField(
        operation,
        exampleOf(operation.name),
        schemas,
        'a\0b\ud800',
      )) {
        const response = await andRolledBack(async () => app.request(`/api${call.path}`, call));
        requested += 1;
        const wrong = await wrongOf(operation, response);
        if (wrong.length > 0) found.push(`${operation.name}: ${wrong.join('; ')}\n  ${asCurl(call)}`);
      }
    }
    expect(found.join('\n\n')).toBe('');
    expect(requested).toBeGreaterThan(200);
  });
});
