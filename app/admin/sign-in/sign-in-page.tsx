import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as urls from '../../urls.ts';
import '../layout/admin.css';
import { useLayoutData } from '../../catalogue/use-layout-data.ts';
import { signInWithDevice } from '../../customers/sign-in/device-token.ts';
import { LinkStep, linkSecretIn, useSignInLink } from '../../customers/sign-in/link-step.tsx';
import { readResponse } from '../../foundation/http/api-client.ts';
import { Notices } from '../../foundation/ui/notices.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import { ActionButton } from '../layout/action-button.tsx';
import { adminMeta } from '../layout/screen.tsx';
import { staffToken, useStaffToken } from '../layout/staff-session.ts';
import { EmailedCodeStep, EmailStep } from './email-step.tsx';
import { FactorStep, restartAfter } from './factor-step.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { SetUpStep } from './set-up-step.tsx';
import { firstStepApi, secondStepApi } from './sign-in-api.ts';
import { goToSignInStep, type SignInStep, useSignInStep } from './sign-in-step.ts';

export const meta = () => adminMeta('Sign in');

const titles = {
  email: 'Admin',
  code: 'Enter the code',
  factor: 'Enter the code of your app',
  'set-up': 'Set up your authenticator app',
  link: 'Admin',
  'recovery-codes': 'Save your recovery codes',
  'new-app': 'Set up a new authenticator app?',
} as const;

/** The step between the sign-in and the admin: to note new recovery codes, or to decide whether to set up a new app. */
type SignedIn = { token: string } & (
  | { next: 'recovery-codes'; recoveryCodes: string[] }
  | { next: 'new-app'; left: number }
);

/**
 * Page for signing in to the admin: asks for the email address, then the emailed code or link, then a code from the authenticator
 * app.
 */
export default function SignInPage() {
  const shopName = useLayoutData()?.settings.name;
  const step = useSignInStep();
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const [link, removeLink] = useSignInLink();
  useRedirectToAdmin();
  const screen = signedIn?.next ?? (link ? 'link' : step.step);
  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Selvedge {...cloths.temple}>
        <header className="admin-top">
          <span className="logo">
            <span className="logo-latin">{shopName}</span>
          </span>
        </header>
        <main id="main" tabIndex={-1} className="page">
          <SectionHeading isShort level={1} title={titles[screen]} />
          <div className="sign-in">
            {signedIn ? (
              <SignedInStep signedIn={signedIn} />
            ) : link ? (
              <LinkStep
                link={link}
                api={firstStepApi}
                signIn={signInByLink}
                declinedLink={{ text: 'To the shop', to: urls.home }}
                onEnd={removeLink}
              />
            ) : (
              <StoredStep step={step} onSignedIn={setSignedIn} />
            )}
            <p>
              <a className="link tap" href={urls.home}>
                To the shop
              </a>
            </p>
          </div>
        </main>
      </Selvedge>
      <Notices />
    </div>
  );
}

async function signInByLink(link: string, signal: AbortSignal) {
  const nextStep = await readResponse(
    firstStepApi['verify-link'].$post({ json: { link } }, { init: { signal } }),
  );
  goToSignInStep({ step: nextStep.next, pendingToken: nextStep.pendingToken });
  return nextStep;
}

function finishSignIn(token: string): void {
  goToSignInStep({ step: 'email' });
  staffToken.write(token);
}

function StoredStep({ step, onSignedIn }: { step: SignInStep; onSignedIn: (signedIn: SignedIn) => void }) {
  if (step.step === 'email')
    return <EmailStep onSent={(sent) => goToSignInStep({ step: 'code', ...sent })} />;
  if (step.step === 'code') return <EmailedCodeStep {...step} />;
  const { pendingToken } = step;
  if (step.step === 'factor')
    return (
      <FactorStep
        pendingToken={pendingToken}
        onSignedIn={({ token, factor, staff }) =>
          factor === 'app'
            ? finishSignIn(token)
            : onSignedIn({ next: 'new-app', token, left: staff.recoveryCodesLeft })
        }
      />
    );
  const api = secondStepApi(pendingToken).admin['sign-in'];
  return (
    <SetUpStep
      reason="A code by email alone is not enough to sign in."
      offer={() => restartAfter(readResponse(api['set-up-totp'].$post()))}
      confirm={(code) =>
        restartAfter(
          signInWithDevice((device) => readResponse(api['confirm-totp'].$post({ json: { code, device } }))),
        )
      }
      onDone={({ token, recoveryCodes }) => onSignedIn({ next: 'recovery-codes', token, recoveryCodes })}
    />
  );
}

/** Renders the step between the sign-in and the admin: recovery codes or a new app. */
function SignedInStep({ signedIn }: { signedIn: SignedIn }) {
  const finish = () => finishSignIn(signedIn.token);
  if (signedIn.next === 'new-app')
    return <NewApp token={signedIn.token} left={signedIn.left} onEnd={finish} />;
  return (
    <div className="form">
      <RecoveryCodeList codes={signedIn.recoveryCodes} onDone={finish} />
    </div>
  );
}

/** Offers to set up a new app after a sign-in with a recovery code, because the user may have lost the phone. */
function NewApp({ token, left, onEnd }: { token: string; left: number; onEnd: () => void }) {
  const [started, setStarted] = useState(false);
  if (started)
    return (
      <SetUpStep
        reason="The old app works until you have confirmed the new one."
        offer={() => readResponse(secondStepApi(token).admin.me.totp.$post())}
        confirm={(code) => readResponse(secondStepApi(token).admin.me.totp.confirm.$post({ json: { code } }))}
        onDone={onEnd}
      />
    );
  return (
    <div className="form">
      <p>
        You signed in with a recovery code; {left === 0 ? 'none is' : left === 1 ? '1 is' : `${left} are`}{' '}
        left. If you have lost the phone with your app, set up a new app now. The old app then no longer
        works.
      </p>
      <ActionButton className="btn wide" onClick={() => setStarted(true)}>
        Set up a new authenticator app
      </ActionButton>
      <ActionButton className="btn quiet wide" onClick={onEnd}>
        Not now
      </ActionButton>
    </div>
  );
}

/** Hook that opens the page that required the sign-in, once a staff member is signed in on this page or in another tab. */
function useRedirectToAdmin() {
  const token = useStaffToken();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const hasLink = linkSecretIn(hash) !== undefined;
  useEffect(() => {
    if (!token || hasLink) return;
    const next = new URLSearchParams(search).get('next') ?? urls.admin;
    // Allow only pages of the admin, because an attacker can put any URL into `next`.
    const isOurs = /^\/admin(\/(?!login)|\?|$)/.test(next);
    void navigate(isOurs ? next : urls.admin, { replace: true });
  }, [token, hasLink, search, navigate]);
}
