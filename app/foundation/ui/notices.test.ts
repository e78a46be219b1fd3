import { afterEach, expect, it, vi } from 'vitest';
import { currentNotices, dismissNotice, notify, subscribeToNotices } from './notices.ts';

const text = () => currentNotices().map((notice) => notice.text);

afterEach(() => {
  for (const { id } of currentNotices()) dismissNotice(id);
});

it('a notice is shown until it is dismissed', () => {
  notify('Signed out.', { label: 'Login', to: '/login' });
  const [notice] = currentNotices();
  expect(notice).toMatchObject({ text: 'Signed out.', action: { label: 'Login', to: '/login' } });
  dismissNotice(notice?.id ?? 0);
  expect(currentNotices()).toEqual([]);
});

it('one that is dismissed leaves the others', () => {
  notify('one');
  notify('two');
  dismissNotice(currentNotices()[0]?.id ?? 0);
  expect(text()).toEqual(['two']);
});

it('the same words are said once, and last', () => {
  notify('one');
  notify('two');
  notify('one');
  expect(text()).toEqual(['two', 'one']);
});

it('at most three stand at once: the oldest goes', () => {
  for (const said of ['one', 'two', 'three', 'four']) notify(said);
  expect(text()).toEqual(['two', 'three', 'four']);
});

it('whoever listens hears of each change, until they stop', () => {
  const listener = vi.fn();
  const stop = subscribeToNotices(listener);
  notify('one');
  stop();
  notify('two');
  expect(listener).toHaveBeenCalledTimes(1);
});
