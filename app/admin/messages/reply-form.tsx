import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { AreaField } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import type { AdminMessage } from '../../messages/contract.ts';
import { adminApi, messageQuery } from '../admin-api.ts';
import { refreshAdmin, setAdminData } from '../layout/use-admin.ts';

/** Form that answers a message. The text stays if it could not be sent, or if a colleague answered first. */
export function ReplyForm({ message: { id, email, replies } }: { message: AdminMessage }) {
  return (
    <ActionForm
      submitLabel="Send the answer"
      submitClassName="btn"
      pendingLabel="Sending..."
      send={({ text }) => {
        const json = { text: text('text'), seenReplyCount: replies.length };
        return readResponse(adminApi.messages[':id'].answer.$post({ param: { id }, json }));
      }}
      onDone={async (answered, form) => {
        form.reset();
        await setAdminData(messageQuery(id), () => answered);
        notify(`Your answer goes to ${email}.`);
        await refreshAdmin('messages', 'dashboard', 'customer', 'audit-log');
      }}
      onFailure={({ status }) => void (status === 409 && refreshAdmin('messages'))}
    >
      <AreaField
        name="text"
        label="Your answer"
        help={`It goes to ${email} in the shop’s letter, with the message below it. An answer to it comes to the shop’s address.`}
        rows={7}
        maxLength={8000}
      />
    </ActionForm>
  );
}
