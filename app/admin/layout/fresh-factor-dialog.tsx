import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { TextField } from '../../foundation/ui/fields.tsx';
import { adminApi } from '../admin-api.ts';
import { AdminDialog } from './dialog.tsx';
import { factorRequest, resolveFreshFactor } from './fresh-factor.ts';

/** Asks for the second factor when a request needs a recent one. Rendered once, by the layout. */
export function FreshFactorDialog() {
  const open = factorRequest.useValue() !== undefined;
  return (
    <AdminDialog open={open} onClose={() => resolveFreshFactor(false)} title="Your second factor, once more">
      <ActionForm
        submitLabel="Go on"
        send={({ text }) => {
          const json = { code: text('code') };
          return readResponse(adminApi['sign-in']['refresh-totp'].$post({ json }));
        }}
        onDone={() => resolveFreshFactor(true)}
      >
        <p>This moves money or keys, so the shop makes sure that it is you. It holds for ten minutes.</p>
        <TextField
          name="code"
          label="Six figures of your app, or a recovery code"
          autoComplete="one-time-code"
        />
      </ActionForm>
    </AdminDialog>
  );
}
