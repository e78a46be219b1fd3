import { asJson, stored } from '../../../foundation/browser/stored.ts';
import { blankForm, type ProductForm } from './product-form.ts';

/** Unsaved form values, and the product version that they are based on. */
type StoredDraft = { version: number; at: string; form: ProductForm };

/** Stores the editor's unsaved form values in the browser, so that a closed tab or a lost connection does not lose them. */
export const storedDraft = (id: string) =>
  stored(
    `tanabana.piece.${id}`,
    asJson((json) => (isDraft(json) ? { ...json, form: updated(json.form) } : undefined)),
  );

/** Initial values of the form fields that are missing in drafts from an older version of the shop. */
const newTexts = { returnable: '', cancellable: '' };

/** Checks the structure of stored form values, because an older version of the shop may have stored another structure. */
function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { version, at, form }: Partial<Record<string, unknown>> = { ...value };
  if (typeof version !== 'number' || typeof at !== 'string') return false;
  if (typeof form !== 'object' || form === null) return false;
  const completed: Partial<Record<string, unknown>> = { ...newTexts, ...form };
  return Object.entries(blankForm).every(
    ([name, blank]) =>
      typeof completed[name] === typeof blank && Array.isArray(completed[name]) === Array.isArray(blank),
  );
}

type OlderForm = ProductForm & { loomDays?: string; weightGrams?: string };

/** Converts form values that an older version of the shop stored: adds the missing fields, and moves two numbers into `texts`. */
function updated({ loomDays = '', weightGrams = '', texts, ...form }: OlderForm): ProductForm {
  return { ...newTexts, ...form, texts: Object.assign({ ...blankForm.texts, loomDays, weightGrams }, texts) };
}
