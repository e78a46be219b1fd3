import { asJson, stored } from '../../../foundation/browser/stored.ts';
import { blankForm, type ProductForm } from './product-form.ts';

/** Unsaved text, and the version of the product that it is based on. */
export type StoredDraft = { version: number; at: string; form: ProductForm };

/** The unsaved text about a product in this browser, which a bad network or a closed tab does not lose. */
export const storedDraft = (id: string) =>
  stored(
    `tanabana.piece.${id}`,
    asJson((json) => (isDraft(json) ? { ...json, form: updated(json.form) } : undefined)),
  );

/** Texts of the form that older drafts do not have. */
const newTexts = { returnable: '', cancellable: '' };

/** An older version of the shop may have stored another shape. */
function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { version, at, form }: Partial<Record<string, unknown>> = { ...value };
  if (typeof version !== 'number' || typeof at !== 'string') return false;
  if (typeof form !== 'object' || form === null) return false;
  const stored: Partial<Record<string, unknown>> = { ...newTexts, ...form };
  return Object.entries(blankForm).every(
    ([name, blank]) =>
      typeof stored[name] === typeof blank && Array.isArray(stored[name]) === Array.isArray(blank),
  );
}

type OlderForm = ProductForm & { loomDays?: string; weightGrams?: string };

/** Adds the fields that are newer than the draft. Older versions of the shop stored two numbers beside `texts`. */
function updated({ loomDays = '', weightGrams = '', texts, ...form }: OlderForm): ProductForm {
  return { ...newTexts, ...form, texts: Object.assign({ ...blankForm.texts, loomDays, weightGrams }, texts) };
}
