import { type FormEvent, useEffect, useState } from 'react';
import { readResponse } from '../../foundation/http/api-client.ts';
import { FailureNote } from '../layout/fields.tsx';
import { Loading } from '../layout/loading.tsx';
import { useSubmit } from '../layout/use-submit.ts';
import { CodeInput } from './code-input.tsx';
import type { FactorOffer } from './contract.ts';
import { restartAfter } from './factor-step.tsx';
import { secondStepApi } from './sign-in-api.ts';

type Props = { pendingToken: string; onSetUp: (done: { token: string; recoveryCodes: string[] }) => void };

/** The first sign-in: an app takes in a secret, and its first code confirms it. */
export function SetUpStep({ pendingToken, onSetUp }: Props) {
  const [offer, setOffer] = useState<FactorOffer>();
  const [code, setCode] = useState('');
  const { isTrying, failure, attempt, errorOf } = useSubmit();
  const ask = () =>
    restartAfter(readResponse(secondStepApi(pendingToken).admin['sign-in']['set-up-totp'].$post()));

  // Each asking makes a new secret, so one screen asks once.
  const [input] = useState(() => ({ before: false }));
  useEffect(() => {
    if (input.before) return;
    input.before = true;
    void attempt(ask).then(setOffer);
  });

  async function confirm(event: FormEvent) {
    event.preventDefault();
    const calls = secondStepApi(pendingToken);
    const done = await attempt(() =>
      restartAfter(readResponse(calls.admin['sign-in']['confirm-totp'].$post({ json: { code } }))),
    );
    if (done) onSetUp(done);
  }
  if (!offer)
    return failure ? (
      <div className="form">
        <FailureNote failure={failure} />
        <button type="button" className="btn" onClick={() => void attempt(ask).then(setOffer)}>
          Try again
        </button>
      </div>
    ) : (
      <Loading />
    );
  return (
    <form className="form" noValidate onSubmit={confirm}>
      <p>
        Mail alone does not open the back office. Take any authenticator app, such as Google Authenticator,
        Aegis or 2FAS, and scan this with it. On this phone,{' '}
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
        Or type this secret into it:
        <br />
        <code className="wrap-anywhere">{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <FailureNote failure={failure} />
      <CodeInput
        label="The six figures that the app shows"
        value={code}
        onChange={setCode}
        error={errorOf('code')}
      />
      <button className="btn wide" type="submit" aria-disabled={isTrying}>
        {isTrying ? 'One moment...' : 'Confirm'}
      </button>
    </form>
  );
}
