import { expect, it } from 'vitest';
import { finishPage, securityHeaders } from './foundation/http/security-headers.server.ts';
import { providerSources } from './provider-sources.server.ts';

type Accounts = Parameters<typeof providerSources>[1];
const none: Accounts = { googleClientId: undefined, razorpay: undefined };

const policyAt = (path: string, accounts: Accounts) =>
  finishPage('<p>Namaste</p>', 'nonce', providerSources(path, accounts)).policy.split('; ');
const openerAt = (path: string, accounts: Accounts) =>
  securityHeaders('https://shop.test', providerSources(path, accounts))['cross-origin-opener-policy'];

const google = { ...none, googleClientId: '1234-abcd.apps.googleusercontent.com' };
const razorpay = {
  ...none,
  razorpay: { keyId: 'rzp_test_1234', keySecret: 'thekeysecret', webhookSecret: 'thewebhooksecret' },
};

it.each(['/login', '/cart'])(
  'the Content-Security-Policy of the page %s allows Google’s resources [S-AUTH-06]',
  (path) => {
    const source = 'https://accounts.google.com/gsi/';
    const scripts = [`script-src 'self' ${source}client`, `style-src 'self' ${source}style`];
    const others = [`connect-src 'self' ${source}`, `frame-src ${source}`];
    expect(policyAt(path, google)).toEqual(expect.arrayContaining([...scripts, ...others]));
    expect(openerAt(path, google)).toBe('same-origin-allow-popups');
  },
);

it('the Content-Security-Policy of the checkout allows Razorpay’s scripts, frames, requests and images [S-CHK-05]', () => {
  const policy = policyAt('/checkout', razorpay);
  expect(policy).toContain("script-src 'self' https://checkout.razorpay.com https://cdn.razorpay.com");
  expect(policy).toContain('frame-src https://api.razorpay.com https://checkout.razorpay.com');
  expect(policy).toContain(
    "connect-src 'self' https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com https://api.razorpay.com",
  );
  expect(policy).toContain("img-src 'self' data: https://cdn.razorpay.com");
  expect(openerAt('/checkout', razorpay)).toBe('same-origin-allow-popups');
});

it.each([
  ['/', google],
  ['/wishlist', google],
  ['/login/', google],
  ['/cart/', google],
  ['/login', none],
  ['/cart', none],
  ['/', razorpay],
  ['/cart', razorpay],
  ['/login', razorpay],
  ['/checkout/', razorpay],
  ['/checkout', none],
])(
  'the page %s with the accounts %o allows no provider’s resources [S-AUTH-06 S-CHK-05]',
  (path, accounts) => {
    expect(policyAt(path, accounts)).toEqual(policyAt('/', none));
    expect(policyAt(path, accounts).join()).not.toMatch(/google|razorpay/);
    expect(openerAt(path, accounts)).toBe('same-origin');
  },
);
