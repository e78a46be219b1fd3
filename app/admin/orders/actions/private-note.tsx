import type { FormEvent } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, FailureNote } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { adminApi } from '../../admin-api.ts';
import { ConflictActions } from '../../layout/conflict-actions.tsx';
import { useDraft } from '../../layout/use-draft.ts';
import { useOrderAction } from './use-action.ts';

/** What the staff note for themselves. */
export function PrivateNote({ order: { id, privateNote } }: { order: AdminOrder }) {
  const draft = useDraft({ note: privateNote }, privateNote);
  const { note } = draft.value;
  const { isPending, failure, errorOf, run, clearFailure } = useOrderAction(id);

  async function save(before: string) {
    const json = { privateNote: note, before };
    const put = () => readResponse(adminApi.orders[':id'].note.$put({ param: { id }, json }));
    if (await run(put, 'Noted.')) draft.discard();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void save(draft.baseVersion);
  }
  function showSaved() {
    clearFailure();
    draft.discard();
  }
  return (
    <section>
      <h2>Private note</h2>
      <form className="form" noValidate onSubmit={submit}>
        <FailureNote failure={failure} />
        <ConflictActions
          failure={failure}
          onShowSaved={showSaved}
          onOverwrite={() => void save(draft.savedVersion)}
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
          <button className="btn quiet small" type="submit" aria-disabled={isPending}>
            {isPending ? 'Saving...' : 'Save the note'}
          </button>
        )}
      </form>
    </section>
  );
}
