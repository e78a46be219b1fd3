/**
 * Sends valid and invalid requests to every operation of the OpenAPI description. `FUZZ_RUNS=300` sets the number of requests to
 * each operation. `FUZZ_SEED=7` sets the seed: the same seed generates the same requests.
 */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { ProblemBody } from '../../app/foundation/http/http.server.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { it } from '../fixtures/world.ts';
import { describedOperations, isAdmin, type Operation, schemaErrors } from './described-operations.ts';
import { type OddRequest, oddRequests, requestsWithValuePerBodyField } from './odd-requests.ts';

import { rolledBackApp, seedEverything } from './seeded.ts';

const { operations, schemas } = await describedOperations();
const numRuns = Number(process.env.FUZZ_RUNS ?? 4);
const seed = Number(process.env.FUZZ_SEED ?? 7261);

/** Statuses that every operation may return although its description does not list them. */
const commonStatuses = [400, 404, 413, 415];

const asText = (request: unknown) => JSON.stringify(request)?.slice(0, 1200);

/** Lists the errors in a response. */
async function errorsOf(operation: Operation, response: Response): Promise<string[]> {
  const { status } = response;
  const kind = response.headers.get('content-type') ?? '';
  const text = await response.text();
  if (status >= 500 && !operation.responses.has(status)) return [`status ${status}: ${text}`];
  if (![...commonStatuses, ...operation.responses.keys()].includes(status))
    return [`${status} is not described: ${text}`];
  if (status >= 400) {
    if (kind !== 'application/problem+json') return [`the problem is ${kind}: ${text.slice(0, 200)}`];
    const error = ProblemBody.safeParse(JSON.parse(text));
    return error.success && error.data.status === status ? [] : [`the problem is malformed: ${text}`];
  }
  if (!kind.startsWith('application/json')) return [];
  return schemaErrors(JSON.parse(text), operation.responses.get(status));
}

async function fuzz(shop: TestShop, chosen: readonly Operation[]) {
  const found: string[] = [];
  const statuses = new Map<number, number>();
  const { app, andRolledBack } = rolledBackApp(shop);
  const { exampleOf } = await seedEverything(shop);
  const send = async ({ path, ...init }: OddRequest) => app.request(`/api${path}`, init);
  for (const operation of chosen) {
    const example = exampleOf(operation.name);
    const result = await fc.check(
      fc.asyncProperty(oddRequests(operation, example, schemas), async (request) => {
        const response = await andRolledBack(() => send(request));
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const errors = await errorsOf(operation, response);
        if (errors.length > 0) throw new Error(errors.join('; ').slice(0, 600));
        // The server rejects this character in a URL before it checks the token.
        if (!operation.needsAuth || request.path.includes('%00')) return;
        const { authorization: _, ...headers } = request.headers;
        const withoutToken = await andRolledBack(() => send({ ...request, headers }));
        // The server may reject an unknown path or a too large body before it checks the token.
        if (![401, 404, 413].includes(withoutToken.status))
          throw new Error(`status without a token: ${withoutToken.status}`);
      }),
      { numRuns, seed, endOnFailure: false },
    );
    if (result.failed) {
      const [request] = result.counterexample ?? [];
      const { errorInstance: error } = result;
      const message = error instanceof Error ? error.message : error;
      found.push(`${operation.name}: ${message}\n  ${asText(request)}`);
    }
  }
  return { found, statuses };
}

describe(`random requests (seed ${seed}, ${numRuns} to each operation)`, { timeout: 3_600_000 }, () => {
  it.for([
    ['customers', operations.filter(({ name }) => !isAdmin(name))],
    ['staff', operations.filter(({ name }) => isAdmin(name))],
  ] as const)('of %s get a described response or a problem [S-API-02]', async ([, chosen], { shop }) => {
    const { found, statuses } = await fuzz(shop, chosen);
    expect(found.join('\n\n')).toBe('');
    for (const status of [200, 400, 404]) expect(statuses.get(status)).toBeGreaterThan(numRuns);
  });

  it('are rejected if a field contains characters that PostgreSQL cannot store', async ({ shop }) => {
    const { app, andRolledBack } = rolledBackApp(shop);
    const { exampleOf } = await seedEverything(shop);
    const found: string[] = [];
    let count = 0;
    for (const operation of operations) {
      const example = exampleOf(operation.name);
      for (const request of requestsWithValuePerBodyField(operation, example, schemas, 'a\0b\ud800')) {
        const response = await andRolledBack(async () => app.request(`/api${request.path}`, request));
        count += 1;
        const errors = await errorsOf(operation, response);
        if (errors.length > 0) found.push(`${operation.name}: ${errors.join('; ')}\n  ${asText(request)}`);
      }
    }
    expect(found.join('\n\n')).toBe('');
    expect(count).toBeGreaterThan(200);
  });
});
