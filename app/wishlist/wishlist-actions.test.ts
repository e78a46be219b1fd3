import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { user } from '../../tests/fixtures/session-user.ts';
import { setCustomerData } from '../customers/customer-query.ts';
import { clearSession, storeSession } from '../customers/session.ts';
import { unreachableMessage } from '../foundation/http/api-client.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { pendingWishedState } from './rules.ts';
import { heartsQuery, pendingWishes, saveWish, wishlistQuery } from './wishlist-actions.ts';

const gulnar = { proId: 'TB-SAR-001', productName: 'Gulnar' };
const nisha = { proId: 'TB-SAR-011', productName: 'Nisha' };

/** Requests that the fake server received, in order. */
const requests: string[] = [];
let respond: () => Promise<Response>;
const succeed = async () => Response.json({ success: true, wished: true, proIds: [] });

/** Makes each response of the fake server wait until `respondNext` is called. */
function delayResponses() {
  const waiting: (() => void)[] = [];
  respond = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return succeed();
  };
  return { respondNext: () => waiting.shift()?.() };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for the condition without advancing the fake clock. */
async function soon(isSo: () => boolean) {
  for (let turn = 0; turn < 2000 && !isSo(); turn++) await nextTurn();
  expect(isSo()).toBe(true);
}

const shown = (proId: string, token = 'mine') => pendingWishedState(pendingWishes.read(), proId, token);
const noticeTexts = () => notices.read().map((notice) => notice.text);

beforeEach(() => {
  pretendBrowser();
  respond = succeed;
  requests.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    requests.push(`${method} ${url}`);
    return respond();
  });
  storeSession({ token: 'mine', user });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  pendingWishes.write(new Map());
  for (const { id } of notices.read()) dismissNotice(id);
});

it('sends only the last of several quick presses of a heart, and sends a press during a request after its response [S-WISH-06 S-WISH-08 Q-058]', async () => {
  const { respondNext } = delayResponses();
  const results = [true, false, true, false].map((wished) => saveWish(gulnar, wished));
  expect(shown('TB-SAR-001')).toBe(false);
  await vi.waitFor(() => expect(requests).toEqual(['DELETE /api/wishlist/TB-SAR-001']));
  saveWish(gulnar, true);
  expect(requests).toHaveLength(1);
  respondNext();
  await vi.waitFor(() => expect(requests.at(-1)).toBe('PUT /api/wishlist/TB-SAR-001'));
  respondNext();
  expect(requests).toHaveLength(2);
  expect((await Promise.all(results)).slice(0, 3)).toEqual([false, false, false]);
});

it('shows a press of a heart at once, and reverts it with a reason if the server rejects the change [S-WISH-06 S-WISH-08]', async () => {
  const saved = saveWish(nisha, true);
  expect(shown('TB-SAR-011')).toBe(true);
  expect(await saved).toBe(true);
  respond = async () => Response.json({ message: 'The list is full.' }, { status: 409 });
  expect(await saveWish(gulnar, true)).toBe(false);
  expect(noticeTexts()).toEqual(['Gulnar was not saved. The list is full.']);
  expect(shown('TB-SAR-001')).toBeUndefined();
});

it('sends a second press of the heart, and shows no error, if the request of the first press fails [S-WISH-06]', async () => {
  const { promise: broken, reject: breakOff } = Promise.withResolvers<Response>();
  respond = () => broken;
  saveWish(gulnar, false);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  saveWish(gulnar, true);
  respond = succeed;
  breakOff(new TypeError('no network'));
  await vi.waitFor(() => expect(requests.at(-1)).toBe('PUT /api/wishlist/TB-SAR-001'));
  expect(shown('TB-SAR-001')).toBe(true);
  expect(noticeTexts()).toEqual([]);
});

it('does not send a queued change in the session of another customer [S-ROLE-03]', async () => {
  const { respondNext } = delayResponses();
  saveWish(gulnar, true);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  saveWish(gulnar, false);
  clearSession();
  storeSession({ token: 'theirs', user });
  expect(shown('TB-SAR-001', 'theirs')).toBeUndefined();
  respondNext();
  saveWish(nisha, true);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(requests.at(-1)).toBe('PUT /api/wishlist/TB-SAR-011');
  respondNext();
});

it('fetches the saved products 300 ms after the last response, and then shows the fetched state [S-WISH-07]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reads = () => requests.filter((request) => request.startsWith('GET')).length;
  const { client, QueryObserver } = await import('../customers/query-client.ts');
  const stop = new QueryObserver(client, {
    queryKey: ['mine', 'hearts'],
    queryFn: () => fetch('/api/wishlist/hearts', {}).then(() => ({ proIds: ['TB-SAR-001'] })),
    initialData: { proIds: [] },
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {});
  const { respondNext } = delayResponses();
  saveWish(gulnar, true);
  saveWish(nisha, true);
  await soon(() => requests.length === 2);
  respond = succeed;
  respondNext();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads()).toBe(0);

  respondNext();
  // Wait until the response is read, without advancing the fake clock.
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  await vi.advanceTimersByTimeAsync(299);
  expect(reads()).toBe(0);
  expect(shown('TB-SAR-001')).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(reads()).toBe(1);
  await soon(() => shown('TB-SAR-001') === undefined);
  expect(shown('TB-SAR-011')).toBeUndefined();
  stop();
});

it('shows an error and keeps no pending change if the query cache cannot be loaded [S-WISH-06]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { client } = await import('../customers/query-client.ts');
  const broken = new TypeError('Failed to fetch dynamically imported module');
  const cancel = vi.spyOn(client, 'cancelQueries').mockRejectedValue(broken);
  const refresh = vi.spyOn(client, 'invalidateQueries').mockRejectedValue(broken);
  saveWish(gulnar, true);
  await soon(() => cancel.mock.calls.length > 0);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  await vi.advanceTimersByTimeAsync(300);
  await soon(() => shown('TB-SAR-001') === undefined);
  expect(noticeTexts()).toEqual([`Your wishlist could not be loaded again. ${unreachableMessage}`]);
  cancel.mockRestore();
  refresh.mockRestore();
});

it('fetching the wishlist also updates the cached ids of the saved products [S-WISH-06]', async () => {
  respond = async () => Response.json({ items: [{ proId: 'TB-SAR-001' }] });
  await wishlistQuery.fetch(new AbortController().signal);
  const found = vi.fn();
  await setCustomerData(heartsQuery, found);
  expect(found).toHaveBeenCalledWith({ proIds: ['TB-SAR-001'] });
});
