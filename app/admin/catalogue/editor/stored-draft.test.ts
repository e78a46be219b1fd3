import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../../../tests/doubles/browser.ts';
import { blankForm } from './product-form.ts';
import { storedDraft } from './stored-draft.ts';

let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const at = '2026-11-20T10:00:00.000Z';

it('a draft of a product is restored from the browser’s storage, but not if fields are missing', () => {
  const form = { ...blankForm, name: 'A stole', texts: { ...blankForm.texts, loomDays: '3' } };
  storedDraft('TB-1').write({ version: 2, at, form });
  expect(storedDraft('TB-1').read()).toEqual({ version: 2, at, form });
  browser.storage.set('tanabana.piece.TB-1', JSON.stringify({ version: 2, at, form: { name: 'A stole' } }));
  expect(storedDraft('TB-1').read()).toBeUndefined();
});

it('a draft that an older version of the shop stored is converted to the current fields of the form', () => {
  const { texts, ...form } = blankForm;
  const { loomDays: _days, weightGrams: _grams, care: _care, ...fewer } = texts;
  const older = { ...form, loomDays: '34', weightGrams: '', texts: { ...fewer, weave: 'Plain' } };
  browser.storage.set('tanabana.piece.TB-1', JSON.stringify({ version: 2, at, form: older }));
  expect(storedDraft('TB-1').read()?.form).toEqual({
    ...form,
    texts: { ...texts, weave: 'Plain', loomDays: '34' },
  });
});
