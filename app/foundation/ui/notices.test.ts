import { afterEach, expect, it, vi } from 'vitest';
import { currentNotices, dismissNotice, notify, subscribeToNotices } from './notices.ts';

const text = () => currentNotices().map((notice) => notice.text);

afterEach(() => {
  for (const { id } of currentNotices()) dismissNotice(id);
});

it('shows a notice until it is dismissed', () => {
  notify('Signed out.', { label: 'Login', to: '/login' });
  const [notice] = currentNotices();
  expect(notice).toMatchObject({ text: 'Signed out.', action: { label: 'Login', to: '/login' } });
  dismissNotice(notice?.id ?? 0);
  expect(currentNotices()).toEqual([]);
});

it('dismisses one notice and keeps the others', () => {
  notify('one');
  notify('two');
  dismissNotice(currentNotices()[0]?.id ?? 0);
  expect(text()).toEqual(['two']);
});

it('shows a repeated text once, as the last notice', () => {
  notify('one');
  notify('two');
  notify('one');
  expect(text()).toEqual(['two', 'one']);
});

it('shows only the last three notices', () => {
  for (const said of ['one', 'two', 'three', 'four']) notify(said);
  expect(text()).toEqual(['two', 'three', 'four']);
});

it('calls a listener after each change until the listener unsubscribes', () => {
  const listener = vi.fn();
  const stop = subscribeToNotices(listener);
  notify('one');
  stop();
  notify('two');
  expect(listener).toHaveBeenCalledTimes(1);
});
