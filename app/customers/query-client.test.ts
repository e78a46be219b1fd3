import { onlineManager } from '@tanstack/query-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { RequestFailed, tooSlowTitle } from '../foundation/http/api-client.ts';

let tries = 0;

/** Sends a query that fails. Returns the query's error, or 'still waiting' after `seconds`. */
async function failAndWait(seconds: number, error: Error): Promise<unknown> {
  const { client } = await import('./query-client.ts');
  client.clear();
  let outcome: unknown = 'still waiting';
  const fail = () => {
    tries += 1;
    throw error;
  };
  client.fetchQuery({ queryKey: ['mine', 'cart'], queryFn: fail }).catch((reason: unknown) => {
    outcome = reason;
  });
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return outcome;
}

beforeEach(async () => {
  pretendBrowser();
  tries = 0;
  await import('./query-client.ts');
  vi.useFakeTimers();
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a query without a network connection fails within seconds, after three tries', async () => {
  onlineManager.setOnline(false);
  const unreachable = new RequestFailed('The shop did not answer.');
  expect(await failAndWait(4, unreachable)).toBe(unreachable);
  expect(tries).toBe(3);
});

it.each([
  ['timed out', new RequestFailed('The shop did not answer.', 0, tooSlowTitle)],
  ['was rejected', new RequestFailed('Not found.', 404)],
])('a query that %s is not retried', async (_, error) => {
  expect(await failAndWait(0, error)).toBe(error);
  expect(tries).toBe(1);
});
