import { useState } from 'react';
import { type MetaArgs, useLoaderData, useLocation } from 'react-router';
import { listCategories, listLatest } from '../../catalogue/catalogue.server.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { page } from '../../foundation/pages/page.server.ts';
import { describePage } from '../../foundation/ui/describe.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { TitledPage } from '../../foundation/ui/page-frame.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import * as urls from '../../urls.ts';
import { signInApi } from '../customers-api.ts';
import { currentSession, endSession, storeSession, useSession } from '../session.ts';
import { signInWithDevice } from './device-token.ts';
import { googleScript } from './google-issuer.server.ts';
import { LinkStep, linkSecretIn, useSignInLink } from './link-step.tsx';
import { pathAfterSignIn } from './rules.ts';
import { signInReason } from './sign-in-reason.ts';
import { checkoutReason, SignInSteps, useRedirectAfterSignIn, useSteps } from './sign-in-steps.tsx';

export const loader = page(async ({ shop }) => {
  const [categories, latest] = await Promise.all([listCategories(shop), listLatest(shop, 8)]);
  const displayedHung = new Set(
    categories.flatMap(({ display, name }) => (display === 'hung' ? [name] : [])),
  );
  const product = latest.find(({ catName }) => displayedHung.has(catName)) ?? latest[0];
  return {
    /**
     * Fourth image of a product, which shows the spread-out fabric. Products of categories with the display `hung` are preferred,
     * because their fourth image is sharp to the edges.
     */
    image: product?.pictures[3] ?? product?.pictures[0],
    googleScript: googleScript(shop.config),
  };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const description = 'Sign in with a code that we send to your email. No password to remember.';
  return describePage(matches, { title: 'Login', description, path: urls.login, isIndexed: false });
}

/** State of the history entry of the code step. */
const codeEntry = 'code';

/** Do not reload when only the step changes, because the loader's data does not depend on the step. */
export const shouldRevalidate = () => false;

export default function LoginPage() {
  const { image, googleScript } = useLoaderData<typeof loader>();
  const steps = useSteps(codeEntry);
  const [link, removeLink] = useSignInLink();
  const onward = useOnwardPath();
  const reason = useReason();
  useRedirectAfterSignIn(onward, codeEntry);

  return (
    <TitledPage cloth="wave" hindiWord="नमस्ते" title={steps.sent && !link ? 'Enter the code' : 'Login'}>
      <noscript>
        <div className="empty">
          <p>
            Signing in needs JavaScript, which is off in this browser. You can look at every piece without it,
            and write to us.
          </p>
          <div className="actions">
            <Link className="btn" to={urls.category}>
              Shop all pieces
            </Link>
            <Link className="btn quiet" to={urls.reachUs}>
              Write to us
            </Link>
          </div>
        </div>
      </noscript>
      <div className="scripted grid max-w-108 md:max-w-none md:grid-cols-[5fr_6fr] md:gap-7">
        {onward !== undefined ? (
          <p role="status">
            You are signed in.{' '}
            <Link className="link" to={onward} replace>
              Continue
            </Link>
          </p>
        ) : link ? (
          <LinkStep
            link={link}
            api={signInApi.user}
            signIn={signInByLink}
            declinedLink={{ text: 'Go to the shop', to: urls.home }}
            onEnd={removeLink}
          />
        ) : (
          <SignInSteps {...{ steps, reason, googleScript }} />
        )}
        {image && (
          <figure className="desktop-only relative min-h-72">
            <Photo image={image} sizes="52vw" className="absolute inset-0 size-full object-cover" />
          </figure>
        )}
      </div>
    </TitledPage>
  );
}

async function signInByLink(link: string, signal: AbortSignal) {
  const signedIn = await signInWithDevice((device) =>
    readResponse(signInApi.user['verify-link'].$post({ json: { link, device } }, { init: { signal } })),
  );
  if (currentSession()) endSession();
  storeSession(signedIn);
  return signedIn;
}

/** Reasons to sign in, by the first segment of the path in `?next=`. */
const reasons: Record<string, string> = {
  wishlist: 'Sign in to save pieces to your wishlist.',
  checkout: checkoutReason,
  account: 'Sign in to see your orders.',
  orderdetail: 'Sign in to see your orders.',
};

/**
 * Returns the sentence that says why to sign in, such as to add a product to the wishlist, or to open the page in `?next=`.
 */
function useReason(): string | undefined {
  const [reason] = useState(signInReason);
  const next = new URLSearchParams(useLocation().search).get('next');
  return reason ?? reasons[next?.match(/^\/(\w+)/)?.[1] ?? ''];
}

/** Returns the path to which the customer is led after the sign-in. Returns undefined for guests. */
function useOnwardPath(): string | undefined {
  const isSignedIn = useSession() !== undefined;
  const { search, hash } = useLocation();
  // Do not navigate while the URL contains a sign-in link, because the link may sign in to another account.
  if (!isSignedIn || linkSecretIn(hash) !== undefined) return undefined;
  return pathAfterSignIn(search, location.origin);
}
