import { useEffect, useId } from 'react';
import { useNavigate } from 'react-router';
import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { TextField } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import * as urls from '../../urls.ts';
import { customersApi } from '../customers-api.ts';
import { endSession } from '../session.ts';

/**
 * Form that deletes the account after the customer has typed a confirmation word. It says which data are deleted and which are
 * kept.
 */
export function DeleteAccount({ email, onCancel }: { email: string; onCancel: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return (
    <ActionForm
      submitLabel="Delete my account"
      pendingLabel="Deleting..."
      submitClassName="btn danger"
      check={({ text }) => {
        const confirmation = text('confirmation').trim().toLowerCase();
        if (confirmation === 'delete' || (confirmation !== '' && confirmation === email.toLowerCase()))
          return {};
        return { confirmation: 'Please type DELETE, or the email of this account.' };
      }}
      send={() => readResponse(customersApi.user.profile.$delete())}
      onDone={() => {
        endSession();
        notify('Your account is deleted. Thank you for being with us.');
        void navigate(urls.home);
      }}
      otherActions={
        <button type="button" className="btn quiet" onClick={onCancel}>
          Keep my account
        </button>
      }
    >
      <p>
        Your account with its profile, your cart and your wishlist are deleted at once. This cannot be undone.
      </p>
      <p>
        We keep your orders and their invoices, with the name, address, phone and email on them, for as long
        as tax law requires. Your ratings and reviews stay without your name. We keep the messages you sent us
        for as long as we need them to answer you or to settle a complaint.
      </p>
      <TextField
        id={id}
        name="confirmation"
        label="Type DELETE or your email"
        autoComplete="off"
        autoCapitalize="none"
      />
    </ActionForm>
  );
}
