import { type FormEvent, useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, FailureNote } from '../../layout/fields.tsx';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { useOrderAction } from './use-action.ts';

/** What the staff note for themselves. */
export function PrivateNote({ order: { id, privateNote } }: { order: AdminOrder }) {
  const [note, setNote] = useState(privateNote);
  const { isTrying, failure, errorOf, act } = useOrderAction(id);

  async function save(event: FormEvent) {
    event.preventDefault();
    const json = { privateNote: note, before: privateNote };
    await act(() => readResponse(ordersApi.admin.orders[':id'].note.$put({ param: { id }, json })), 'Noted.');
  }
  return (
    <section>
      <h2>Private note</h2>
      <form className="form" noValidate onSubmit={save}>
        <FailureNote failure={failure} />
        <AreaField
          label="Only the staff read it"
          value={note}
          onChange={setNote}
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
