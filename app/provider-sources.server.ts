import { googleSources } from './customers/sign-in/google-issuer.server.ts';
import type { Config } from './foundation/config/config.server.ts';
import type { Sources } from './foundation/http/security-headers.server.ts';
import { razorpaySources } from './payments/razorpay.server.ts';
import * as urls from './urls.ts';

/**
 * Returns the additional Content-Security-Policy sources of a page: of Google for the sign-in page and the cart, on which
 * customers sign in, and of Razorpay for the checkout. Omits a service that is not configured.
 */
export function providerSources(
  path: string,
  { googleClientId, razorpay }: Pick<Config, 'googleClientId' | 'razorpay'>,
): Sources | undefined {
  if ((path === urls.login || path === urls.cart) && googleClientId !== undefined) return googleSources;
  if (path === urls.checkout && razorpay !== undefined) return razorpaySources;
  return undefined;
}
