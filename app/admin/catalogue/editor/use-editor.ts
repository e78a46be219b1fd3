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

/** The saved fields that the form begins with, and their version. */
const baseOf = (product: AdminProduct | undefined) =>
  product ? { version: product.version, form: toForm(product) } : { version: 0, form: blankForm };

/** The editor's state and actions, for an existing product or a new one. */
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
    /** Result of the last action, for the save bar: a floating notice would cover the next buttons. */
    notice,
    /** Discards the unsaved text. */
    startOver() {
      reset(product);
      clearFailure();
    },
    async save() {
      const saved = await attempt(() => write(version));
      if (saved) setNotice(product ? 'Saved.' : `${saved.id} is saved as a draft.`);
    },
    /** Saves the form over the version that another staff member has saved in the meantime. */
    async saveOver() {
      const saved = await attempt(overwrite);
      if (saved) setNotice('Saved. Your version replaced theirs.');
    },
    /** Saves the form if it has unsaved text, and publishes the product. */
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

/** The edited fields, the version that they are based on, and their draft in the browser. */
function useProductForm(product: AdminProduct | undefined) {
  const id = product?.id ?? newProductId;
  const [base, setBase] = useState(() => baseOf(product));
  const [stored] = useState(() => storedDraft(id).read());
  const [form, setForm] = useState(() => stored?.form ?? base.form);
  const [version, setVersion] = useState(() => stored?.version ?? base.version);
  const [draftSavedAt, setDraftSavedAt] = useState(stored?.at);
  const isDirty = !isSame(form, base.form);

  function show(saved: AdminProduct | undefined) {
    const fresh = baseOf(saved);
    setBase(fresh);
    setForm(fresh.form);
    setVersion(fresh.version);
  }

  // Another staff member has saved the product, or a size was added: without unsaved changes, the form shows the new version.
  if (product && product.version !== base.version && !isDirty) show(product);

  useEffect(() => {
    storedDraft(id).write(isDirty ? { version, at: new Date().toISOString(), form } : undefined);
  }, [id, isDirty, version, form]);

  return {
    form,
    version,
    isDirty,
    /** Time at which the draft that was found in this browser was stored. */
    draftSavedAt: isDirty ? draftSavedAt : undefined,
    change: (part: Partial<ProductForm>) => setForm((known) => ({ ...known, ...part })),
    /** Shows the saved fields, and deletes the draft. */
    reset(saved: AdminProduct | undefined) {
      storedDraft(id).write(undefined);
      show(saved);
      setDraftSavedAt(undefined);
    },
    /** Takes over the state. Unsaved text stays, and keeps an older version, so that it conflicts on save. */
    showState(before: AdminProduct, updated: AdminProduct) {
      setBase(baseOf(updated));
      setVersion((known) => (isDirty && known !== before.version ? known : updated.version));
    },
  };
}

type FormState = Pick<ReturnType<typeof useProductForm>, 'form' | 'reset' | 'showState'>;

/** The requests of the editor. Each updates the form and the cached data with its response, and rejects if it fails. */
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

  /** Updates the product regardless of its version. */
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
