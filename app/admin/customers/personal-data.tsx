import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { CheckField, FailureNote } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import * as urls from '../../urls.ts';
import { adminApi } from '../admin-api.ts';
import { saveAsDownload } from '../import-export/download-file.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { ConfirmDialog } from '../layout/dialog.tsx';
import { refreshAdmin } from '../layout/use-admin.ts';
import type { AdminCustomer } from './contract.ts';

type Props = { customer: AdminCustomer; displayName: string };

/** Buttons for a customer's legal requests: a copy of the stored data, and its deletion. For owners only. */
export function PersonalData({ customer, displayName }: Props) {
  const [erasing, setErasing] = useState(false);
  const { isPending, failure, attempt } = useSubmit();
  const { _id: id } = customer.profile;

  async function saveCopy() {
    const copy = await attempt(() => readResponse(adminApi.customers[':id'].export.$post({ param: { id } })));
    if (!copy) return;
    const file = new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' });
    saveAsDownload(`customer-${id}.json`, file);
    await refreshAdmin('audit-log');
    notify('The copy is saved in your downloads.');
  }
  return (
    <section aria-label="Requests about personal data">
      <h2>Requests about personal data</h2>
      <p className="soft mb-2">
        Please make sure that the request really comes from {displayName}. The copy contains all their
        personal data, so keep it safe.
      </p>
      <FailureNote failure={failure} />
      <div className="actions flex-wrap">
        <ActionButton icon="download" isDisabled={isPending} onClick={saveCopy}>
          {isPending ? 'One moment...' : 'Download their data'}
        </ActionButton>
        <ActionButton icon="trash-2" onClick={() => setErasing(true)}>
          Delete this customer
        </ActionButton>
      </div>
      {erasing && (
        <EraseDialog customer={customer} displayName={displayName} onClose={() => setErasing(false)} />
      )}
    </section>
  );
}

function EraseDialog({ customer, displayName, onClose }: Props & { onClose: () => void }) {
  const [messages, setMessages] = useState(false);
  const navigate = useNavigate();
  const { _id: id } = customer.profile;
  const written = customer.messages.length;

  async function erase() {
    await readResponse(
      adminApi.customers[':id'].erase.$post({ param: { id }, json: { eraseMessages: messages } }),
    );
    notify(`${displayName} is deleted.`);
    await navigate(urls.adminCustomers, { replace: true });
    await refreshAdmin('customers', 'messages', 'reviews', 'orders', 'audit-log');
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${displayName}?`}
      text={
        <div className="flex flex-col gap-3">
          <p>
            The account, address, wishlist and cart are deleted, and the customer is signed out everywhere.
            Their ratings stay without a name. This cannot be undone.
          </p>
          <p>
            {customer.orderCount > 0
              ? `Their ${counted(customer.orderCount, 'order')} and invoices stay with name and address, because the tax law requires it.`
              : 'This customer has no orders.'}
          </p>
          {written > 0 && (
            <CheckField
              label={`Also delete their ${counted(written, 'message')} to the shop, with our answers`}
              value={messages}
              onChange={setMessages}
            />
          )}
        </div>
      }
      confirmLabel="Delete permanently"
      destructive
      onConfirm={erase}
    />
  );
}

function counted(count: number, thing: string): string {
  return count === 1 ? `one ${thing}` : `${count} ${thing}s`;
}
