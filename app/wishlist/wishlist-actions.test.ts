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

/** The calls that the shop has got, in order, and how it answers the next one. */
const calls: string[] = [];
let answer: () => Promise<Response>;
const yes = async () => Response.json({ success: true, wished: true, proIds: [] });

/** A shop that answers when it is told to. */
function slowShop() {
  const waiting: (() => void)[] = [];
  answer = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return yes();
  };
  return { answerNext: () => waiting.shift()?.() };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for it without letting the pretended clock move. */
async function soon(isSo: () => boolean) {
  for (let turn = 0; turn < 2000 && !isSo(); turn++) await nextTurn();
  expect(isSo()).toBe(true);
}

const shown = (proId: string, token = 'mine') => pendingWishedState(pendingWishes.read(), proId, token);
const text = () => notices.read().map((notice) => notice.text);

beforeEach(() => {
  pretendBrowser();
  answer = yes;
  calls.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${url}`);
    return answer();
  });
  storeSession({ token: 'mine', user });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  pendingWishes.write(new Map());
  for (const { id } of notices.read()) dismissNotice(id);
});

it('shows at once, and tells the shop what is wanted [S-WISH-06]', async () => {
  saveWish(gulnar, true);
  expect(shown('TB-SAR-001')).toBe(true);
  await vi.waitFor(() => expect(calls).toEqual(['PUT /api/wishlist/TB-SAR-001']));
});

it('of several clicks the last one is told, after the first is answered [S-WISH-06 Q-058]', async () => {
  const { answerNext } = slowShop();
  for (const wished of [true, false, true, false]) saveWish(gulnar, wished);
  expect(shown('TB-SAR-001')).toBe(false);
  await vi.waitFor(() => expect(calls).toEqual(['DELETE /api/wishlist/TB-SAR-001']));
  saveWish(gulnar, true);
  expect(calls).toHaveLength(1);
  answerNext();
  await vi.waitFor(() => expect(calls.at(-1)).toBe('PUT /api/wishlist/TB-SAR-001'));
  answerNext();
  expect(calls).toHaveLength(2);
});

it('resolves to true after the server has saved the wish [S-WISH-08]', async () => {
  expect(await saveWish(gulnar, true)).toBe(true);
});

it('resolves to false after a refusal [S-WISH-08]', async () => {
  answer = async () => Response.json({ message: 'The list is full.' }, { status: 409 });
  expect(await saveWish(gulnar, true)).toBe(false);
});

it('resolves to false if a later press replaces the wish [S-WISH-08]', async () => {
  expect(await Promise.all([saveWish(gulnar, true), saveWish(gulnar, false)])).toEqual([false, true]);
});

it('two pieces do not wait for each other [Q-058]', async () => {
  const { answerNext } = slowShop();
  saveWish(gulnar, true);
  saveWish(nisha, true);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  answerNext();
  answerNext();
});

it('what the shop refuses turns back, with words [S-WISH-06]', async () => {
  answer = async () => Response.json({ message: 'The list is full.' }, { status: 409 });
  saveWish(gulnar, true);
  await vi.waitFor(() => expect(text()).toEqual(['Gulnar was not saved. The list is full.']));
  expect(shown('TB-SAR-001')).toBeUndefined();
});

it('what was not heard turns back too, but a later click goes on [S-WISH-06]', async () => {
  const { promise: broken, reject: breakOff } = Promise.withResolvers<Response>();
  answer = () => broken;
  saveWish(gulnar, false);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  saveWish(gulnar, true);
  answer = yes;
  breakOff(new TypeError('no network'));
  await vi.waitFor(() => expect(calls.at(-1)).toBe('PUT /api/wishlist/TB-SAR-001'));
  expect(shown('TB-SAR-001')).toBe(true);
  expect(text()).toEqual([]);
});

it('tells nothing in the name of somebody else [S-ROLE-03]', async () => {
  const { answerNext } = slowShop();
  saveWish(gulnar, true);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  saveWish(gulnar, false);
  clearSession();
  storeSession({ token: 'theirs', user });
  expect(shown('TB-SAR-001', 'theirs')).toBeUndefined();
  answerNext();
  saveWish(nisha, true);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls.at(-1)).toBe('PUT /api/wishlist/TB-SAR-011');
  answerNext();
});

it('reads the list again 300 ms after the last answer, and then shows what the shop says [S-WISH-07]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Somebody looks at the hearts.
  const reads = () => calls.filter((call) => call.startsWith('GET')).length;
  const { client, QueryObserver } = await import('../customers/query-client.ts');
  const stop = new QueryObserver(client, {
    queryKey: ['mine', 'hearts'],
    queryFn: () => fetch('/api/wishlist/hearts', {}).then(() => ({ proIds: ['TB-SAR-001'] })),
    initialData: { proIds: [] },
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {});
  const { answerNext } = slowShop();
  saveWish(gulnar, true);
  saveWish(nisha, true);
  await soon(() => calls.length === 2);
  answer = yes;
  answerNext();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads()).toBe(0);

  answerNext();
  // The answer is read within a few turns of the loop, and no time passes by the clock.
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

it('a part of the page that does not arrive is said in words, and nothing is left asked [S-WISH-06]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { client } = await import('../customers/query-client.ts');
  const broken = new TypeError('Failed to fetch dynamically imported module');
  const setOwn = vi.spyOn(client, 'cancelQueries').mockRejectedValue(broken);
  const refresh = vi.spyOn(client, 'invalidateQueries').mockRejectedValue(broken);
  saveWish(gulnar, true);
  await soon(() => setOwn.mock.calls.length > 0);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  await vi.advanceTimersByTimeAsync(300);
  await soon(() => shown('TB-SAR-001') === undefined);
  expect(text()).toEqual([`Your wishlist could not be loaded again. ${unreachableMessage}`]);
  setOwn.mockRestore();
  refresh.mockRestore();
});

it('a guest’s click tells nothing', () => {
  clearSession();
  saveWish(gulnar, true);
  expect(shown('TB-SAR-001')).toBeUndefined();
  expect(calls).toEqual([]);
});

it('fills the hearts of the wished products before the wishlist is shown [S-WISH-06]', async () => {
  answer = async () => Response.json({ items: [{ proId: 'TB-SAR-001' }] });
  await wishlistQuery.fetch(new AbortController().signal);
  const found = vi.fn();
  await setCustomerData(heartsQuery, found);
  expect(found).toHaveBeenCalledWith({ proIds: ['TB-SAR-001'] });
});
