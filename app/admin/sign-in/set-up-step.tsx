import { useEffect, useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { ActionButton } from '../layout/action-button.tsx';
import { Loading } from '../layout/loading.tsx';
import { CodeInput } from './code-input.tsx';
import type { TotpEnrollment } from './contract.ts';

type Props<Done> = {
  /** Text that says why an app is needed. */
  reason?: string;
  /** Requests a new secret. */
  offer: () => Promise<TotpEnrollment>;
  /** Confirms the secret with the app's first code. */
  confirm: (code: string) => Promise<Done>;
  onDone: (done: Done) => void;
};

/** Form that sets up an authenticator app: it shows a secret as a QR code, and confirms it with the app's first code. */
export function SetUpStep<Done>({ reason, offer: request, confirm, onDone }: Props<Done>) {
  const [offer, setOffer] = useState<TotpEnrollment>();
  const { failure, attempt } = useSubmit();

  // Request only one secret per form, because each request replaces the secret.
  const [requested] = useState(() => ({ before: false }));
  useEffect(() => {
    if (requested.before) return;
    requested.before = true;
    void attempt(request).then(setOffer);
  });

  if (!offer)
    return failure ? (
      <div className="form">
        <FailureNote failure={failure} />
        <ActionButton className="btn" onClick={() => attempt(request).then(setOffer)}>
          Try again
        </ActionButton>
      </div>
    ) : (
      <Loading />
    );
  return (
    <ActionForm submitLabel="Confirm" send={({ text }) => confirm(text('code'))} onDone={onDone}>
      <p>
        {reason && `${reason} `}Scan this code with an authenticator app, such as Google Authenticator, Aegis
        or 2FAS. If you are on the phone with the app,{' '}
        <a className="link" href={offer.uri}>
          open the app
        </a>{' '}
        instead.
      </p>
      <svg
        className="qr"
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${offer.qr.size} ${offer.qr.size}`}
      >
        <path d={offer.qr.path} />
      </svg>
      <p>
        Or type this key into the app:
        <br />
        <code className="wrap-anywhere">{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeInput name="code" label="Six-digit code of the app" />
    </ActionForm>
  );
}
