import { readResponse } from '../../../foundation/http/api-client.ts';
import { ActionForm } from '../../../foundation/ui/action-form.tsx';
import { AreaField } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { adminApi } from '../../admin-api.ts';
import { conflictActions, useDraft } from '../../layout/use-draft.tsx';
import { runOrderAction } from './use-action.ts';

/** Form for a note about an order that customers never see. */
export function PrivateNote({ order: { id, privateNote } }: { order: AdminOrder }) {
  const draft = useDraft({ note: privateNote }, privateNote);
  const { note } = draft.value;
  return (
    <section>
      <h2>Private note</h2>
      <ActionForm
        submitLabel={note.trim() === privateNote ? undefined : 'Save the note'}
        pendingLabel="Saving..."
        submitClassName="btn quiet small"
        send={() => {
          const json = { privateNote: note, before: draft.baseVersion };
          const response = readResponse(adminApi.orders[':id'].note.$put({ param: { id }, json }));
          return runOrderAction(id, response, 'Noted.');
        }}
        onDone={draft.discard}
        failureActions={conflictActions(draft)}
      >
        <AreaField
          name="privateNote"
          label="Only the staff read it"
          value={note}
          onChange={(input) => draft.change({ note: input })}
          rows={3}
          maxLength={4000}
        />
      </ActionForm>
    </section>
  );
}
