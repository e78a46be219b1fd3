import { afterEach, expect, it } from 'vitest';
import { dismissNotice, notices, notify } from './notices.ts';

const text = () => notices.read().map((notice) => notice.text);

afterEach(() => {
  for (const { id } of notices.read()) dismissNotice(id);
});

it('shows a notice until the notice is dismissed', () => {
  notify('Signed out.', { label: 'Login', to: '/login' });
  const [notice] = notices.read();
  expect(notice).toMatchObject({ text: 'Signed out.', action: { label: 'Login', to: '/login' } });
  dismissNotice(notice?.id ?? 0);
  expect(notices.read()).toEqual([]);
});

it('dismisses one notice and keeps the other notices', () => {
  notify('one');
  notify('two');
  dismissNotice(notices.read()[0]?.id ?? 0);
  expect(text()).toEqual(['two']);
});

it('shows only the three latest notices, and shows a repeated text once, as the latest notice', () => {
  for (const said of ['one', 'two', 'three', 'four', 'two']) notify(said);
  expect(text()).toEqual(['three', 'four', 'two']);
});
