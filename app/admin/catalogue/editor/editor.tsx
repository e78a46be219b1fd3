import type { FormEvent } from 'react';
import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { formatDateTime } from '../../../foundation/indian-dates.ts';
import { FailureNote, FieldErrors } from '../../../foundation/ui/fields.tsx';
import * as urls from '../../../urls.ts';
import { adminApi } from '../../admin-api.ts';
import { ActionButton } from '../../layout/action-button.tsx';
import { Screen } from '../../layout/screen.tsx';
import { useAdminQuery } from '../../layout/use-admin.ts';
import type { UsedLabels } from '../contract.ts';
import { ClothPart } from './cloth-part.tsx';
import { ImagesPart } from './images-part.tsx';
import { NamePart } from './name-part.tsx';
import { PricePart, TermsPart } from './price-part.tsx';
import { HistoryPart, PreviewPart, Warnings } from './side-parts.tsx';
import { SizesPart } from './sizes-part.tsx';
import { StateActions, StateMark } from './state-actions.tsx';
import { type Editor as EditorState, useEditor } from './use-editor.ts';
import { VideoPart } from './video-part.tsx';

export function Editor({ product, labels }: { product?: AdminProduct; labels: UsedLabels }) {
  const editor = useEditor(product);
  const { form, change, errorOf } = editor;
  const proposedNumber = useProposedNumber(product === undefined ? form.category : '');
  const part = { form, labels, onChange: change };

  async function submit(event: FormEvent) {
    event.preventDefault();
    await editor.save();
  }

  return (
    <Screen
      word="थान"
      title={product ? form.name || 'Product without a name' : 'New product'}
      back={{ to: urls.adminProducts, text: 'All products' }}
      end={product && <StateMark state={product.state} />}
    >
      <form className="product-editor" noValidate onSubmit={submit}>
        <Messages editor={editor} />
        <div className="two-columns">
          <div className="product-editor-main">
            <FieldErrors value={errorOf}>
              <ImagesPart product={product} />
              <NamePart {...part} proposedNumber={proposedNumber} isNew={product === undefined} />
              <PricePart {...part} />
              <SizesPart {...part} product={product} />
              <TermsPart {...part} />
              <ClothPart {...part} />
              <VideoPart product={product} />
            </FieldErrors>
          </div>
          <div>
            <PreviewPart form={form} product={product} labels={labels} />
            <Warnings form={form} product={product} />
            {product && <StateActions product={product} onStateChange={editor.changeState} />}
            {product && <HistoryPart id={product.id} />}
          </div>
        </div>
        <SaveBar editor={editor} product={product} />
      </form>
    </Screen>
  );
}

/** Shows that unsaved changes were restored, or why the product could not be saved. */
function Messages({ editor }: { editor: EditorState }) {
  const { failure, draftSavedAt, startOver, overwrite } = editor;
  return (
    <>
      {draftSavedAt && (
        <div className="alert info" role="status">
          <p>
            Your unsaved changes from {formatDateTime(draftSavedAt)} are restored.{' '}
            <ActionButton className="link tap" onClick={startOver}>
              Discard these changes
            </ActionButton>
          </p>
        </div>
      )}
      <FailureNote failure={failure} />
      {failure?.problem === 'changed-meanwhile' && (
        <div className="actions">
          <ActionButton onClick={startOver}>Show their version</ActionButton>
          <ActionButton onClick={overwrite}>Save my version instead</ActionButton>
        </div>
      )}
    </>
  );
}

/** Save buttons at the bottom of the screen, where the thumb reaches them on a phone. */
function SaveBar({ editor, product }: { editor: EditorState; product?: AdminProduct }) {
  const { isDirty, isPending, notice, publishProduct } = editor;
  return (
    <div className="save-bar">
      <span className="soft" role="status">
        {isPending ? 'Saving...' : isDirty ? 'Not saved yet' : product ? notice || 'All changes saved' : ''}
      </span>
      <button
        type="submit"
        className={product?.state === 'draft' ? 'btn quiet' : 'btn'}
        aria-disabled={isPending || !isDirty}
      >
        {product ? 'Save' : 'Save draft'}
      </button>
      {product?.state === 'draft' && (
        <ActionButton className="btn" isDisabled={isPending} onClick={publishProduct}>
          Publish
        </ActionButton>
      )}
    </div>
  );
}

function useProposedNumber(category: string): string | undefined {
  const { data } = useAdminQuery({
    key: ['products', 'number', category],
    fetch: (signal) =>
      category === ''
        ? Promise.resolve({ id: '' })
        : readResponse(adminApi['product-number'].$get({ query: { category } }, { init: { signal } })),
  });
  return data?.id || undefined;
}
