import { describe, expect, it } from 'vitest';
import { finishPage, securityHeaders } from './foundation/http/security-headers.server.ts';
import { providerSources } from './provider-sources.server.ts';

type Accounts = Parameters<typeof providerSources>[1];
const none: Accounts = { googleClientId: undefined, razorpay: undefined };

const policyAt = (path: string, accounts: Accounts) =>
  finishPage('<p>Namaste</p>', 'nonce', providerSources(path, accounts)).policy.split('; ');
const openerAt = (path: string, accounts: Accounts) =>
  securityHeaders('https://shop.test', providerSources(path, accounts))['cross-origin-opener-policy'];

describe('the pages’ Content-Security-Policy for Google sign-in', () => {
  const google = { ...none, googleClientId: '1234-abcd.apps.googleusercontent.com' };
  it.each(['/login', '/cart'])('allows Google’s resources on the page %s [S-AUTH-06]', (path) => {
    const source = 'https://accounts.google.com/gsi/';
    expect(policyAt(path, google)).toEqual(
      expect.arrayContaining([
        ...[`script-src 'self' ${source}client`, `style-src 'self' ${source}style`],
        ...[`connect-src 'self' ${source}`, `frame-src ${source}`],
      ]),
    );
    expect(openerAt(path, google)).toBe('same-origin-allow-popups');
  });

  it.each([
    ['/', google],
    ['/wishlist', google],
    ['/login/', google],
    ['/cart/', google],
    ['/login', none],
    ['/cart', none],
  ])('does not allow Google’s resources on the page %s with the configured accounts %o', (path, accounts) => {
    expect(policyAt('/', none).join()).not.toContain('google');
    expect(policyAt(path, accounts)).toEqual(policyAt('/', none));
    expect(openerAt(path, accounts)).toBe('same-origin');
  });
});

describe('the Content-Security-Policy for Razorpay', () => {
  const razorpay = {
    ...none,
    razorpay: { keyId: 'rzp_test_1234', keySecret: 'thekeysecret', webhookSecret: 'thewebhooksecret' },
  };
  it('allows Razorpay’s scripts, frames, requests and images at checkout [S-CHK-05]', () => {
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
    ['/', razorpay],
    ['/cart', razorpay],
    ['/login', razorpay],
    ['/checkout/', razorpay],
    ['/checkout', none],
  ])('does not allow Razorpay’s resources on %s with the accounts %o [S-CHK-05]', (path, accounts) => {
    expect(policyAt(path, accounts)).toEqual(policyAt('/', none));
    expect(openerAt(path, accounts)).toBe('same-origin');
  });
});
