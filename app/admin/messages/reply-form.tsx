import { type FormEvent, useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { RequestFailed, readResponse } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { AreaField, FailureNote } from '../layout/fields.tsx';
import { refreshAdmin, setAdminData } from '../layout/use-admin.ts';
import type { AdminMessage } from './contract.ts';
import { messageQuery, messagesApi } from './messages-api.ts';

/** The answer to a message. What is typed stays when it could not be sent, also when somebody else was quicker. */
export function ReplyForm({ message: { id, email, replies } }: { message: AdminMessage }) {
  const [text, setText] = useState('');
  const { isPending, failure, attempt, errorOf } = useSubmit();

  async function send(event: FormEvent) {
    event.preventDefault();
    const answered = await attempt(() =>
      readResponse(
        messagesApi.admin.messages[':id'].answer.$post({
          param: { id },
          json: { text, seenReplyCount: replies.length },
        }),
      ).catch(async (error: unknown) => {
        // Their answer stands above the form by the time the words about it do.
        if (error instanceof RequestFailed && error.status === 409) await refreshAdmin('messages');
        throw error;
      }),
    );
    if (!answered) return;
    setText('');
    setAdminData(messageQuery(id), answered);
    notify(`Your answer goes to ${email}.`);
    await refreshAdmin('messages', 'dashboard', 'customer', 'audit-log');
  }
  return (
    <form className="form" noValidate onSubmit={send}>
      <FailureNote failure={failure} />
      <AreaField
        label="Your answer"
        help={`It goes to ${email} in the shop’s letter, with the message below it. An answer to it comes to the shop’s address.`}
        value={text}
        onChange={setText}
        error={errorOf('text')}
        rows={7}
        maxLength={8000}
      />
      <button className="btn" type="submit" aria-disabled={isPending}>
        {isPending ? 'Sending...' : 'Send the answer'}
      </button>
    </form>
  );
}
