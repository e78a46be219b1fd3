import { describe, expect, it } from 'vitest';
import { finishPage, securityHeaders } from './security-headers.server.ts';

const nonce = '0b0e6c5e';
const nonceAttribute = `nonce="${nonce}"`;

const withoutGoogle = { path: '/', googleClientId: undefined };

const scriptSrcOf = (html: string) =>
  finishPage(html, nonce, withoutGoogle)
    .policy.split('; ')
    .find((directive) => directive.startsWith('script-src '));

/** The hash of `doSomething();`, from the example in W3C's CSP specification. */
const knownHash = "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='";

it('allows an inline script with the nonce by its hash', () => {
  const html = `<p>Namaste</p><script ${nonceAttribute}>doSomething();</script>`;
  expect(scriptSrcOf(html)).toBe(`script-src 'self' ${knownHash}`);
});

it.each([
  '<script>doSomething();</script>',
  '<script nonce="">doSomething();</script>',
  '<script nonce="guessed">doSomething();</script>',
  `<script data-nonce="${nonce}">doSomething();</script>`,
  '<p><script type="module">doSomething();</script></p>',
])('does not allow the injected script %s', (injected) => {
  expect(scriptSrcOf(`${injected}<script ${nonceAttribute}>a()</script>`)).not.toContain(knownHash);
});

it('removes the nonces from the sent HTML', () => {
  const html = `<link rel="stylesheet" href="/a.css" ${nonceAttribute}/><script ${nonceAttribute} async="">a()</script>`;
  expect(finishPage(html, nonce, withoutGoogle).html).toBe(
    '<link rel="stylesheet" href="/a.css"/><script async="">a()</script>',
  );
});

it('hashes each distinct inline script once, regardless of its attributes', () => {
  const html = `<script ${nonceAttribute}>a()</script><script type="module" ${nonceAttribute} async="">b()\n</script><script ${nonceAttribute}>a()</script>`;
  expect(scriptSrcOf(html)?.match(/'sha256-/g)).toHaveLength(2);
});

it('adds no hash for a script with `src`', () => {
  const html = `<script ${nonceAttribute} src="/a.js"></script><script async="" type="module" src="/b.js" ${nonceAttribute}></script>`;
  expect(scriptSrcOf(html)).toBe("script-src 'self'");
});

it('adds a hash for a script with `data-src`, because the script is inline', () => {
  expect(scriptSrcOf(`<script data-src="x" ${nonceAttribute}>doSomething();</script>`)).toContain(knownHash);
});

it('adds no hash for structured data, which has no nonce', () => {
  expect(scriptSrcOf('<script type="application/ld+json">{"@type":"Product"}</script>')).toBe(
    "script-src 'self'",
  );
});

it('does not allow unsafe inline scripts and style elements', () => {
  const { policy } = finishPage(`<script ${nonceAttribute}>doSomething();</script>`, nonce, withoutGoogle);
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toContain('unsafe-eval');
  for (const directive of policy.split('; ').filter((directive) => !directive.startsWith('style-src-attr'))) {
    expect(directive).not.toContain('unsafe-inline');
  }
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
});

it('sends HSTS only if the public URL is https', () => {
  const headersAt = (publicUrl: string) => securityHeaders('/', { publicUrl, googleClientId: undefined });
  expect(headersAt('https://shop.test')['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(headersAt('http://shop.test')).not.toHaveProperty('strict-transport-security');
});

describe('Google sign-in, if configured', () => {
  const googleClientId = '1234-abcd.apps.googleusercontent.com';
  const policyAt = (path: string, id: string | undefined) =>
    finishPage('<p>Namaste</p>', nonce, { path, googleClientId: id }).policy.split('; ');
  const openerAt = (path: string, id: string | undefined) =>
    securityHeaders(path, { publicUrl: 'https://shop.test', googleClientId: id })[
      'cross-origin-opener-policy'
    ];

  it('allows Google’s script, styles, requests and frame on the sign-in page [S-AUTH-06]', () => {
    const policy = policyAt('/login', googleClientId);
    expect(policy).toContain("script-src 'self' https://accounts.google.com/gsi/client");
    expect(policy).toContain("style-src 'self' https://accounts.google.com/gsi/style");
    expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/");
    expect(policy).toContain('frame-src https://accounts.google.com/gsi/');
    expect(openerAt('/login', googleClientId)).toBe('same-origin-allow-popups');
  });

  it.each([
    ['/', googleClientId],
    ['/cart', googleClientId],
    ['/login/', googleClientId],
    ['/login', undefined],
  ])('does not allow Google’s resources at %s with the client id %s', (path, id) => {
    expect(policyAt(path, id).join()).not.toContain('google');
    expect(policyAt(path, id)).toEqual(policyAt('/', undefined));
    expect(openerAt(path, id)).toBe('same-origin');
  });
});

describe('Razorpay, if configured', () => {
  const razorpay = { keyId: 'rzp_test_1234' };
  const policyAt = (path: string, account: object | undefined) =>
    finishPage('<p>Namaste</p>', nonce, { path, googleClientId: undefined, razorpay: account }).policy.split(
      '; ',
    );
  const openerAt = (path: string, account: object | undefined) =>
    securityHeaders(path, { publicUrl: 'https://shop.test', googleClientId: undefined, razorpay: account })[
      'cross-origin-opener-policy'
    ];

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
    ['/checkout', undefined],
  ])('does not allow Razorpay’s resources at %s with the account %o [S-CHK-05]', (path, account) => {
    expect(policyAt(path, account)).toEqual(policyAt('/', undefined));
    expect(openerAt(path, account)).toBe('same-origin');
  });
});
