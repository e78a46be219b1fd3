import type { FormEvent } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { ConflictActions } from '../../layout/conflict-actions.tsx';
import { AreaField, FailureNote } from '../../layout/fields.tsx';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { useOrderAction } from './use-action.ts';

/** What the staff note for themselves. */
export function PrivateNote({ order: { id, privateNote } }: { order: AdminOrder }) {
  const draft = useDraft({ note: privateNote }, privateNote);
  const { note } = draft.value;
  const { isTrying, failure, errorOf, act, forget } = useOrderAction(id);

  async function save(before: string) {
    const json = { privateNote: note, before };
    const put = () => readResponse(ordersApi.admin.orders[':id'].note.$put({ param: { id }, json }));
    if (await act(put, 'Noted.')) draft.forget();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void save(draft.seen);
  }
  function takeTheirs() {
    forget();
    draft.forget();
  }
  return (
    <section>
      <h2>Private note</h2>
      <form className="form" noValidate onSubmit={submit}>
        <FailureNote failure={failure} />
        <ConflictActions
          failure={failure}
          onTakeTheirs={takeTheirs}
          onSaveMine={() => void save(draft.mark)}
        />
        <AreaField
          label="Only the staff read it"
          value={note}
          onChange={(input) => draft.change({ note: input })}
          error={errorOf('privateNote')}
          rows={3}
          maxLength={4000}
        />
        {note.trim() !== privateNote && (
          <button className="btn quiet small" type="submit" aria-disabled={isTrying}>
            {isTrying ? 'Saving...' : 'Save the note'}
          </button>
        )}
      </form>
    </section>
  );
}
