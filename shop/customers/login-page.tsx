import { useEffect, useState } from 'react';
import { Link, type MetaArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { listCategories, listLatest } from '../catalogue/catalogue.server.ts';
import { useChrome } from '../catalogue/use-chrome.ts';
import { page } from '../foundation/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { Line } from '../foundation/ui/line.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import { CodeStep } from './code-step.tsx';
import type { CodeSent } from './contract.ts';
import { EmailStep } from './email-step.tsx';
import { currentSession, useSession } from './session.ts';
import { wayOn } from './sign-in-rules.ts';

export const loader = page(async ({ shop }) => {
  const [categories, latest] = await Promise.all([listCategories(shop), listLatest(shop, 8)]);
  const hung = new Set(categories.flatMap(({ display, name }) => (display === 'hung' ? [name] : [])));
  const piece = latest.find(({ catName }) => hung.has(catName)) ?? latest[0];
  return {
    /** Cloth that fills the frame: the third picture of a hung piece shows its weave up close. */
    picture: piece?.pictures[2] ?? piece?.pictures[0],
    googleIsReal: shop.config.googleClientId !== undefined,
  };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const description = 'Sign in with a code that we send to your e-mail. No password to remember.';
  return [
    ...describePage(matches, { title: 'Login', description, path: '/login' }),
    { name: 'robots', content: 'noindex' },
  ];
}

type Step =
  | { ask: 'email'; returned: boolean }
  | {
      ask: 'code';
      email: string;
      sent: CodeSent;
    };

/** S-AUTH: signing in, by a code that comes by mail or with Google. */
export default function LoginPage() {
  const { picture, googleIsReal } = useLoaderData<typeof loader>();
  const hasGoogle = useChrome()?.google === true;
  const [step, setStep] = useState<Step>({ ask: 'email', returned: false });
  const onward = useWayOn();
  const reloads = useLoadedHere(googleIsReal);

  return (
    <Selvedge {...cloths.wave}>
      <div className="page pt-5 pb-12">
        <Line peg level={1} word="नमस्ते" title={step.ask === 'code' ? 'Enter the code' : 'Login'} />
        <div className="split">
          {onward !== undefined ? (
            <p role="status">
              You are signed in.{' '}
              <Link className="link" to={onward} replace>
                Go on
              </Link>
            </p>
          ) : step.ask === 'code' ? (
            <CodeStep
              email={step.email}
              sent={step.sent}
              onOtherEmail={() => setStep({ ask: 'email', returned: true })}
            />
          ) : (
            <EmailStep
              returned={step.returned}
              google={hasGoogle && !reloads ? (googleIsReal ? 'real' : 'pretended') : undefined}
              onSent={(email, sent) => setStep({ ask: 'code', email, sent })}
            />
          )}
          {picture && (
            <figure className="desk">
              <Photo picture={picture} sizes="36vw" className="aspect-4/3 w-full object-cover" />
            </figure>
          )}
        </div>
      </div>
    </Selvedge>
  );
}

/**
 * whoever is signed in, by this screen, by another tab or already, is led on to where they were asked to sign
 * in. Answers that path, and `undefined` for everybody else.
 */
function useWayOn(): string | undefined {
  const signedIn = useSession() !== undefined;
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (signedIn) void navigate(wayOn(search, location.origin), { replace: true });
  }, [signedIn, search, navigate]);
  return signedIn ? wayOn(search, location.origin) : undefined;
}

/**
 * The policy that lets Google's script in came with the document, if it was loaded at this address. Whoever walked
 * here from another page has that page's policy, so the document is loaded once more. Answers whether it is.
 */
function useLoadedHere(needed: boolean): boolean {
  const [reloads] = useState(() => needed && wasLoadedElsewhere());
  useEffect(() => {
    if (reloads && !currentSession()) location.reload();
  }, [reloads]);
  return reloads;
}

/** Never true for the server, nor while the page that it sent is being adopted. */
function wasLoadedElsewhere(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}
