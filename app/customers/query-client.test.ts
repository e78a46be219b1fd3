import { onlineManager } from '@tanstack/query-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { RequestFailed, tooSlowTitle } from '../foundation/http/api-client.ts';

let tries = 0;

/** Asks for something, and answers what became of it after `seconds`. */
async function askAndWait(seconds: number, error: Error): Promise<unknown> {
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

it('a phone without a network is told so within seconds', async () => {
  onlineManager.setOnline(false);
  const unreachable = new RequestFailed('The shop did not answer.');
  expect(await askAndWait(4, unreachable)).toBe(unreachable);
  expect(tries).toBe(3);
});

it('what was given up after a long time is not waited for again', async () => {
  const slow = new RequestFailed('The shop did not answer.', 0, tooSlowTitle);
  expect(await askAndWait(0, slow)).toBe(slow);
  expect(tries).toBe(1);
});

it('a no is an answer', async () => {
  const no = new RequestFailed('Not found.', 404);
  expect(await askAndWait(0, no)).toBe(no);
  expect(tries).toBe(1);
});
