import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { useSubmit } from '../../../foundation/browser/submit.ts';
import { type RequestFailed, readResponse } from '../../../foundation/http/api-client.ts';
import * as urls from '../../../urls.ts';
import { adminApi, productQuery } from '../../admin-api.ts';
import { refreshAdmin, setAdminData } from '../../layout/use-admin.ts';
import { newProductId, reassignUploads } from '../files/upload-queue.ts';
import { blankForm, isSame, type ProductForm, toForm, toProductFieldsInput } from './product-form.ts';
import { readDraft, storeDraft } from './stored-draft.ts';

/** What the form began with: what is saved, and the version of it. */
type Base = { version: number; form: ProductForm };

const baseOf = (product: AdminProduct | undefined): Base =>
  product ? { version: product.version, form: toForm(product) } : { version: 0, form: blankForm };

export type Editor = {
  form: ProductForm;
  change: (part: Partial<ProductForm>) => void;
  isDirty: boolean;
  isPending: boolean;
  failure: RequestFailed | undefined;
  errorOf: (field: string) => string | undefined;
  /** When the unsaved words that were found in this browser were written. */
  draftSavedAt: string | undefined;
  /** What was done last: notices would cover the buttons that come next. */
  notice: string;
  /** Begins again with what is saved. */
  startOver: () => void;
  save: () => Promise<AdminProduct | undefined>;
  /** Saves what is written over what somebody else has saved meanwhile. */
  saveOver: () => Promise<AdminProduct | undefined>;
  /** Saves, and hangs it up in the shop. */
  publishProduct: () => Promise<void>;
  changeState: (state: AdminProduct['state']) => Promise<AdminProduct>;
};

/** The editor of one piece, or of one that is new: what is typed, what is saved, and what stands between. */
export function useEditor(product: AdminProduct | undefined): Editor {
  const id = product?.id ?? newProductId;
  const navigate = useNavigate();
  const { attempt, isPending, failure, errorOf, clearFailure } = useSubmit();
  const [base, setBase] = useState(() => baseOf(product));
  const [stored] = useState(() => readDraft(id));
  const [form, setForm] = useState(() => stored?.form ?? base.form);
  const [seen, setSeen] = useState(() => stored?.version ?? base.version);
  const [draftSavedAt, setDraftSavedAt] = useState(stored?.at);
  const [notice, setSaid] = useState('');
  const isDirty = !isSame(form, base.form);

  // Somebody else has saved, or a size was added, and nothing is written here: show how it is now.
  if (product && product.version !== base.version && !isDirty) {
    const fresh = baseOf(product);
    setBase(fresh);
    setForm(fresh.form);
    setSeen(fresh.version);
  }

  useEffect(() => {
    storeDraft(id, isDirty ? { version: seen, at: new Date().toISOString(), form } : undefined);
  }, [id, isDirty, seen, form]);

  async function adopt(saved: AdminProduct) {
    const fresh = baseOf(saved);
    storeDraft(id, undefined);
    setBase(fresh);
    setForm(fresh.form);
    setSeen(fresh.version);
    setDraftSavedAt(undefined);
    await setAdminData(productQuery(saved.id), () => saved);
  }

  async function write(version: number): Promise<AdminProduct> {
    const { id: number, ...text } = { ...toProductFieldsInput(form), id: form.id };
    const saved = product
      ? await readResponse(adminApi.products[':id'].$put({ param: { id }, json: { ...text, version } }))
      : await readResponse(adminApi.products.$post({ json: { ...text, id: number || undefined } }));
    await adopt(saved);
    if (!product) {
      reassignUploads(saved.id);
      await navigate(`${urls.adminProducts}/${encodeURIComponent(saved.id)}`, { replace: true });
    }
    await refreshAdmin('products', 'product-history', 'product-labels', 'dashboard');
    return saved;
  }

  async function toState(saved: AdminProduct, state: AdminProduct['state']): Promise<AdminProduct> {
    const updated = await readResponse(
      adminApi.products[':id'].state.$post({
        param: { id: saved.id },
        json: { version: saved.version, state },
      }),
    );
    // Only the state and the version change, so unsaved text stays. A draft of an older version keeps it and conflicts on save.
    setBase(baseOf(updated));
    setSeen((known) => (isDirty && known !== saved.version ? known : updated.version));
    await setAdminData(productQuery(updated.id), () => updated);
    await refreshAdmin('products', 'product-history', 'dashboard');
    return updated;
  }

  return {
    form,
    change: (part) => setForm((known) => ({ ...known, ...part })),
    isDirty,
    isPending,
    failure,
    errorOf,
    draftSavedAt: isDirty ? draftSavedAt : undefined,
    notice,
    startOver() {
      const fresh = baseOf(product);
      setBase(fresh);
      setForm(fresh.form);
      setSeen(fresh.version);
      setDraftSavedAt(undefined);
      clearFailure();
    },
    async save() {
      const saved = await attempt(() => write(seen));
      if (saved) setSaid(product ? 'Saved.' : `${saved.id} is written down as a draft.`);
      return saved;
    },
    async saveOver() {
      const saved = await attempt(async () => {
        const { version } = await readResponse(adminApi.products[':id'].$get({ param: { id } }));
        return write(version);
      });
      if (saved) setSaid('Saved over what stood there.');
      return saved;
    },
    async publishProduct() {
      const live = await attempt(async () => {
        const saved = isDirty || !product ? await write(seen) : product;
        return toState(saved, 'live');
      });
      if (live) setSaid('It is in the shop.');
    },
    async changeState(state) {
      if (!product) throw new Error('A piece that is not written down has no state.');
      return toState(product, state);
    },
  };
}
