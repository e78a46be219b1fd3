import { useParams } from 'react-router';
import { readResponse } from '../../foundation/http/api-client.ts';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { AreaField } from '../../foundation/ui/fields.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import type { AdminMessage } from '../../messages/contract.ts';
import * as urls from '../../urls.ts';
import { adminApi, messageQuery } from '../admin-api.ts';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { refreshAdmin, refreshOnConflict, setAdminData, useAdminQuery } from '../layout/use-admin.ts';
import { MessageState } from './message-state.tsx';

export const meta = () => adminMeta('Message');

const api = adminApi.messages[':id'];

export default function MessagePage() {
  const { id = '' } = useParams();
  const query = useAdminQuery(messageQuery(id));
  return (
    <Screen
      title={query.data ? `From ${query.data.name}` : 'Message'}
      back={{ to: urls.adminMessages, text: 'Messages' }}
    >
      <WhenReady query={query}>
        {(message) => (
          // The key resets the form if another message is opened.
          <div className="two-columns" key={message.id}>
            <div className="flex flex-col gap-5">
              <Conversation message={message} />
              <ReplyForm message={message} />
            </div>
            <MessageDetails message={message} />
          </div>
        )}
      </WhenReady>
    </Screen>
  );
}

function Conversation({ message: { name, message, createdAt, replies } }: { message: AdminMessage }) {
  const texts = [
    { id: 'message', author: name, text: message, createdAt },
    ...replies.map((reply) => ({ ...reply, author: `${reply.author}, for the shop` })),
  ];
  return (
    <ol className="flex flex-col gap-3" aria-label="Conversation">
      {texts.map(({ id, author, text, createdAt: at }) => (
        <li className="panel-box" key={id}>
          <p className="soft mb-2">
            {author}, {formatDateTime(at)}
          </p>
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** Form that replies to a message. Keeps the text if sending fails or another staff member has replied first. */
function ReplyForm({ message: { id, email, replies } }: { message: AdminMessage }) {
  return (
    <ActionForm
      submitLabel="Send reply"
      submitClassName="btn"
      pendingLabel="Sending..."
      send={({ text }) => {
        const json = { text: text('text'), seenReplyCount: replies.length };
        return save(
          readResponse(api.answer.$post({ param: { id }, json })),
          `Your reply is sent to ${email}.`,
        );
      }}
      onDone={(_, form) => form.reset()}
    >
      <AreaField
        name="text"
        label="Your reply"
        help={`Your reply is emailed to ${email}, with the shopper’s message below it. If the shopper answers, the answer comes to the shop’s email address.`}
        rows={7}
        maxLength={8000}
      />
    </ActionForm>
  );
}

/** State, sender and product of the message, and other messages from the sender. */
function MessageDetails({ message }: { message: AdminMessage }) {
  const { email, customerId, productId, aboutProduct, otherMessages } = message;
  return (
    <div>
      <section aria-label="State">
        <StatusForm message={message} />
      </section>
      <section aria-label="Sender">
        <h2>Sender</h2>
        <p>
          <a className="link tap wrap-anywhere" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
        {customerId && (
          <p>
            <Link className="link tap" to={`${urls.adminCustomers}/${customerId}`}>
              Customer account with this email address
            </Link>
          </p>
        )}
      </section>
      {productId && (
        <section aria-label="Product">
          <h2>Product</h2>
          <p>
            {aboutProduct ? (
              <a className="link tap" href={aboutProduct.url}>
                {aboutProduct.productName}
              </a>
            ) : (
              'This product is no longer in the shop.'
            )}
          </p>
          <p className="soft">{productId}</p>
        </section>
      )}
      {otherMessages.length > 0 && (
        <section aria-label="Other messages from this sender">
          <h2>Other messages from this sender</h2>
          <ul className="cards">
            {otherMessages.map((other) => (
              <li key={other.id}>
                <div className="card-title">
                  <Link className="link" to={`${urls.adminMessages}/${other.id}`}>
                    {formatDateTime(other.createdAt)}
                  </Link>
                  <MessageState status={other.status} />
                </div>
                <p className="line-clamp-2 wrap-anywhere">{other.excerpt}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function StatusForm({ message: { id, status, statusAt } }: { message: AdminMessage }) {
  const to = status === 'closed' ? 'new' : 'closed';
  const [label, notice] = to === 'closed' ? ['Close', 'Closed.'] : ['Reopen', 'Reopened.'];
  return (
    <ActionForm
      submitLabel={label}
      submitClassName="btn quiet small justify-self-start"
      send={() => save(readResponse(api.state.$put({ param: { id }, json: { from: status, to } })), notice)}
    >
      <p>
        <MessageState status={status} />
        {statusAt && <span className="soft"> since {formatDateTime(statusAt)}</span>}
      </p>
    </ActionForm>
  );
}

/** Shows a changed message, and refreshes the other screens that show it. */
async function save(response: Promise<AdminMessage>, notice: string) {
  const message = await refreshOnConflict('messages', response);
  await setAdminData(messageQuery(message.id), () => message);
  notify(notice);
  void refreshAdmin('messages', 'dashboard', 'menu-counts', 'customer', 'audit-log');
}
