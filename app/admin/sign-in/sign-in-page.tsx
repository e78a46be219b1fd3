import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import '../layout/admin.css';
import { Line } from '../../foundation/ui/line.tsx';
import { Notices } from '../../foundation/ui/notices.tsx';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import { adminMeta } from '../layout/screen.tsx';
import { storeStaffSession, useStaffToken } from '../layout/staff-session.ts';
import { EmailStep } from './email-step.tsx';
import { EmailedCodeStep } from './emailed-code-step.tsx';
import { FactorStep } from './factor-step.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { SetUpStep } from './set-up-step.tsx';
import { goToSignInStep, useSignInStep } from './sign-in-step.ts';

export const meta = () => adminMeta('Sign in');

const titles = {
  email: 'Back office',
  code: 'Enter the code',
  factor: 'Your second factor',
  'set-up': 'Set up your second factor',
} as const;

type Fresh = { token: string; recoveryCodes: string[] };

/** The door of the back office, in three steps: an address, the code that is mailed there, the app. */
export default function SignInPage() {
  const step = useSignInStep();
  const [fresh, setFresh] = useState<Fresh>();
  useWayIn();

  function comeIn(token: string) {
    goToSignInStep({ step: 'email' });
    storeStaffSession(token);
  }
  return (
    <CSPProvider disableStyleElements>
      <div className="office">
        <a className="skip" href="#main">
          Skip to the door
        </a>
        <Selvedge {...cloths.temple}>
          <header className="office-top">
            <span className="lock">
              <span className="la">Tanabana</span>
            </span>
          </header>
          <main id="main" tabIndex={-1} className="page">
            <Line peg level={1} title={fresh ? 'Keep your recovery codes' : titles[step.step]} />
            <div className="door">
              {fresh ? (
                <div className="form">
                  <RecoveryCodeList codes={fresh.recoveryCodes} />
                  <button type="button" className="btn wide" onClick={() => comeIn(fresh.token)}>
                    I have kept them
                  </button>
                </div>
              ) : step.step === 'email' ? (
                <EmailStep onSent={(email) => goToSignInStep({ step: 'code', email })} />
              ) : step.step === 'code' ? (
                <EmailedCodeStep email={step.email} />
              ) : step.step === 'set-up' ? (
                <SetUpStep pendingToken={step.pendingToken} onSetUp={setFresh} />
              ) : (
                <FactorStep pendingToken={step.pendingToken} onIn={comeIn} />
              )}
              <noscript>
                <p className="alert tell">The back office needs JavaScript, which is off in this browser.</p>
              </noscript>
              <p>
                <a className="link tap" href="/">
                  To the shop
                </a>
              </p>
            </div>
          </main>
        </Selvedge>
        <Notices />
      </div>
    </CSPProvider>
  );
}

/** Whoever is signed in, by this screen or by another tab, is led to where they were asked to sign in. */
function useWayIn() {
  const token = useStaffToken();
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    if (!token) return;
    const next = new URLSearchParams(search).get('next') ?? '/admin';
    // Nowhere but into the back office: the address may have been written by anybody.
    const isOurs = /^\/admin(\/(?!login)|\?|$)/.test(next);
    void navigate(isOurs ? next : '/admin', { replace: true });
  }, [token, search, navigate]);
}
