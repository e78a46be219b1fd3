import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { useSubmit } from '../../../foundation/browser/submit.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import * as urls from '../../../urls.ts';
import { adminApi, productQuery } from '../../admin-api.ts';
import { refreshAdmin, setAdminData } from '../../layout/use-admin.ts';
import { newProductId, reassignUploads } from '../files/upload-queue.ts';
import { blankForm, isSame, type ProductForm, toForm, toProductFieldsInput } from './product-form.ts';
import { storedDraft } from './stored-draft.ts';

/** Returns the saved form values of a product and their version. Returns a blank form for a new product. */
const baseOf = (product: AdminProduct | undefined) =>
  product ? { version: product.version, form: toForm(product) } : { version: 0, form: blankForm };

/** Hook for the state and the actions of the product editor. `product` is undefined for a new product. */
export function useEditor(product: AdminProduct | undefined) {
  const { version, reset, showState, ...edited } = useProductForm(product);
  const { form, isDirty } = edited;
  const { write, overwrite, setState } = useProductRequests(product, { form, reset, showState });
  const { attempt, isPending, failure, errorOf, clearFailure } = useSubmit();
  const [notice, setNotice] = useState('');

  return {
    ...edited,
    isPending,
    failure,
    errorOf,
    /** Result of the last action, shown beside the save buttons, because a floating notice would cover them. */
    notice,
    /** Discards the unsaved changes. */
    startOver() {
      reset(product);
      clearFailure();
    },
    async save() {
      const saved = await attempt(() => write(version));
      if (saved) setNotice(product ? 'Saved.' : `${saved.id} is saved as a draft.`);
    },
    /** Saves the form over the newest version, even if another staff member has saved changes since the form was loaded. */
    async overwrite() {
      const saved = await attempt(overwrite);
      if (saved) setNotice('Saved. Your version has replaced the other person’s changes.');
    },
    /** Saves unsaved changes, then publishes the product. */
    async publishProduct() {
      const live = await attempt(async () => {
        const saved = isDirty || !product ? await write(version) : product;
        return setState(saved, 'live');
      });
      if (live) setNotice('Published.');
    },
    async changeState(state: AdminProduct['state']) {
      if (!product) throw new Error('A product that is not saved has no state.');
      return setState(product, state);
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;

/** Hook for the form values, the product version that they are based on, and the unsaved values that the browser stores. */
function useProductForm(product: AdminProduct | undefined) {
  const id = product?.id ?? newProductId;
  const [base, setBase] = useState(() => baseOf(product));
  const [draft] = useState(() => storedDraft(id).read());
  const [form, setForm] = useState(() => draft?.form ?? base.form);
  const [version, setVersion] = useState(() => draft?.version ?? base.version);
  const [draftSavedAt, setDraftSavedAt] = useState(draft?.at);
  const isDirty = !isSame(form, base.form);

  function show(saved: AdminProduct | undefined) {
    const fresh = baseOf(saved);
    setBase(fresh);
    setForm(fresh.form);
    setVersion(fresh.version);
  }

  // If there are no unsaved changes, show the newer version of the product that another staff member has saved.
  if (product && product.version !== base.version && !isDirty) show(product);

  useEffect(() => {
    storedDraft(id).write(isDirty ? { version, at: new Date().toISOString(), form } : undefined);
  }, [id, isDirty, version, form]);

  return {
    form,
    version,
    isDirty,
    /** Time at which the restored changes were stored in this browser. */
    draftSavedAt: isDirty ? draftSavedAt : undefined,
    change: (part: Partial<ProductForm>) => setForm((form) => ({ ...form, ...part })),
    /** Shows the saved values and deletes the stored changes. */
    reset(saved: AdminProduct | undefined) {
      storedDraft(id).write(undefined);
      show(saved);
      setDraftSavedAt(undefined);
    },
    /**
     * Shows the product after its state has changed. Unsaved changes that are based on an outdated version stay based on that
     * version, so that saving them still reports a conflict.
     */
    showState(before: AdminProduct, updated: AdminProduct) {
      setBase(baseOf(updated));
      setVersion((version) => (isDirty && version !== before.version ? version : updated.version));
    },
  };
}

type FormState = Pick<ReturnType<typeof useProductForm>, 'form' | 'reset' | 'showState'>;

/** Requests of the editor. Each request updates the form and the cached data with its response, and rejects if it fails. */
function useProductRequests(product: AdminProduct | undefined, { form, reset, showState }: FormState) {
  const id = product?.id ?? newProductId;
  const navigate = useNavigate();

  /** Creates the product, or updates it if its version is still `version`. */
  async function write(version: number): Promise<AdminProduct> {
    const { id: number, ...text } = { ...toProductFieldsInput(form), id: form.id };
    const saved = product
      ? await readResponse(adminApi.products[':id'].$put({ param: { id }, json: { ...text, version } }))
      : await readResponse(adminApi.products.$post({ json: { ...text, id: number || undefined } }));
    reset(saved);
    await setAdminData(productQuery(saved.id), () => saved);
    if (!product) {
      reassignUploads(saved.id);
      await navigate(`${urls.adminProducts}/${encodeURIComponent(saved.id)}`, { replace: true });
    }
    await refreshAdmin('products', 'product-history', 'product-labels', 'dashboard');
    return saved;
  }

  /** Saves the form over the newest version, even if another staff member has saved changes since the form was loaded. */
  async function overwrite(): Promise<AdminProduct> {
    const { version } = await readResponse(adminApi.products[':id'].$get({ param: { id } }));
    return write(version);
  }

  async function setState(saved: AdminProduct, state: AdminProduct['state']): Promise<AdminProduct> {
    const updated = await readResponse(
      adminApi.products[':id'].state.$post({
        param: { id: saved.id },
        json: { version: saved.version, state },
      }),
    );
    showState(saved, updated);
    await setAdminData(productQuery(updated.id), () => updated);
    await refreshAdmin('products', 'product-history', 'dashboard');
    return updated;
  }

  return { write, overwrite, setState };
}
