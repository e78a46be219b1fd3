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

/** The requests that the law grants a customer: a copy of the stored data, and its deletion. For owners. */
export function PersonalData({ customer, displayName }: Props) {
  const [erasing, setErasing] = useState(false);
  const { isPending, failure, attempt } = useSubmit();
  const { _id: id } = customer.profile;

  async function saveCopy() {
    const stored = await attempt(() =>
      readResponse(adminApi.customers[':id'].export.$post({ param: { id } })),
    );
    if (!stored) return;
    const file = new Blob([JSON.stringify(stored, null, 2)], { type: 'application/json' });
    saveAsDownload(`customer-${id}.json`, file);
    await refreshAdmin('audit-log');
    notify('The copy is in your downloads.');
  }
  return (
    <section aria-label="On request">
      <h2>On request</h2>
      <p className="soft mb-2">
        Make sure that it is really {displayName} who asked. The copy has all that they told the shop: keep it
        safe.
      </p>
      <FailureNote failure={failure} />
      <div className="actions flex-wrap">
        <ActionButton icon="download" isDisabled={isPending} onClick={saveCopy}>
          {isPending ? 'One moment...' : 'Copy of their data'}
        </ActionButton>
        <ActionButton icon="trash-2" onClick={() => setErasing(true)}>
          Erase this person
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
    notify(`${displayName} is erased.`);
    await navigate(urls.adminCustomers, { replace: true });
    await refreshAdmin('customers', 'messages', 'reviews', 'orders', 'audit-log');
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Erase ${displayName}?`}
      text={
        <div className="flex flex-col gap-3">
          <p>
            The account goes, with its address, wishlist and cart, and they are signed out everywhere. What
            they rated stays, without a name. This cannot be taken back.
          </p>
          <p>
            {customer.orderCount > 0
              ? `Their ${counted(customer.orderCount, 'order')} and invoices stay as they were written, with name and address: the tax law wants them kept.`
              : 'They have no orders. Of those who do, the orders and invoices stay, because the tax law wants them kept.'}
          </p>
          {written > 0 && (
            <CheckField
              label={`Erase their ${counted(written, 'message')} to the shop too, with our answers`}
              value={messages}
              onChange={setMessages}
            />
          )}
        </div>
      }
      confirmLabel="Erase for good"
      destructive
      onConfirm={erase}
    />
  );
}

function counted(count: number, thing: string): string {
  return count === 1 ? `one ${thing}` : `${count} ${thing}s`;
}
