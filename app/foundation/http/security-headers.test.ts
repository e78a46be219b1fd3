import { describe, expect, it } from 'vitest';
import { applyCsp, securityHeaders } from './security-headers.server.ts';

const mark = '0b0e6c5e';
const marked = `nonce="${mark}"`;

const withoutGoogle = { path: '/', googleClientId: undefined };

const scriptsOf = (html: string) =>
  applyCsp(html, mark, withoutGoogle)
    .policy.split('; ')
    .find((directive) => directive.startsWith('script-src '));

/** The example of the W3C's own text: the hash of `doSomething()`. */
const known = "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='";

it('an inline script that the render marked may run by its hash, and no other', () => {
  const html = `<p>Namaste</p><script ${marked}>doSomething();</script>`;
  expect(scriptsOf(html)).toBe(`script-src 'self' ${known}`);
});

it.each([
  '<script>doSomething();</script>',
  '<script nonce="">doSomething();</script>',
  '<script nonce="guessed">doSomething();</script>',
  `<script data-nonce="${mark}">doSomething();</script>`,
  '<p><script type="module">doSomething();</script></p>',
])('a script that came in with somebody’s words may not run: %s', (injected) => {
  expect(scriptsOf(`${injected}<script ${marked}>a()</script>`)).not.toContain(known);
});

it('the HTML that is sent carries no mark', () => {
  const html = `<link rel="stylesheet" href="/a.css" ${marked}/><script ${marked} async="">a()</script>`;
  expect(applyCsp(html, mark, withoutGoogle).html).toBe(
    '<link rel="stylesheet" href="/a.css"/><script async="">a()</script>',
  );
});

it('each inline script counts, whatever its attributes, and the same one once', () => {
  const html = `<script ${marked}>a()</script><script type="module" ${marked} async="">b()\n</script><script ${marked}>a()</script>`;
  expect(scriptsOf(html)?.match(/'sha256-/g)).toHaveLength(2);
});

it('an empty page of scripts by address needs no hash', () => {
  const html = `<script ${marked} src="/a.js"></script><script async="" type="module" src="/b.js" ${marked}></script>`;
  expect(scriptsOf(html)).toBe("script-src 'self'");
});

it('what a script’s name or data only calls src is still inline', () => {
  expect(scriptsOf(`<script data-src="x" ${marked}>doSomething();</script>`)).toContain(known);
});

it('data for search engines is not a script', () => {
  expect(scriptsOf('<script type="application/ld+json">{"@type":"Product"}</script>')).toBe(
    "script-src 'self'",
  );
});

it('scripts and style elements are never allowed without being known', () => {
  const { policy } = applyCsp(`<script ${marked}>doSomething();</script>`, mark, withoutGoogle);
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toContain('unsafe-eval');
  for (const directive of policy.split('; ').filter((one) => !one.startsWith('style-src-attr'))) {
    expect(directive).not.toContain('unsafe-inline');
  }
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
});

it('a shop that is reached by https asks browsers to come by nothing else', () => {
  const headersAt = (publicUrl: string) => securityHeaders('/', { publicUrl, googleClientId: undefined });
  expect(headersAt('https://shop.test')['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(headersAt('http://shop.test')).not.toHaveProperty('strict-transport-security');
});

describe('Google, where it is real', () => {
  const googleClientId = '1234-abcd.apps.googleusercontent.com';
  const policyAt = (path: string, id: string | undefined) =>
    applyCsp('<p>Namaste</p>', mark, { path, googleClientId: id }).policy.split('; ');
  const openerAt = (path: string, id: string | undefined) =>
    securityHeaders(path, { publicUrl: 'https://shop.test', googleClientId: id })[
      'cross-origin-opener-policy'
    ];

  it('may run its script and show its button where one signs in [S-AUTH-06]', () => {
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
  ])('may do nothing at %s with the id %s', (path, id) => {
    expect(policyAt(path, id).join()).not.toContain('google');
    expect(policyAt(path, id)).toEqual(policyAt('/', undefined));
    expect(openerAt(path, id)).toBe('same-origin');
  });
});

describe('Razorpay, where it is real', () => {
  const razorpay = { keyId: 'rzp_test_1234' };
  const sealed = (path: string, account: object | undefined) =>
    applyCsp('<p>Namaste</p>', mark, { path, googleClientId: undefined, razorpay: account }).policy.split(
      '; ',
    );
  const openerAt = (path: string, account: object | undefined) =>
    securityHeaders(path, { publicUrl: 'https://shop.test', googleClientId: undefined, razorpay: account })[
      'cross-origin-opener-policy'
    ];

  it('may run its script and show its window where one pays [S-CHK-05]', () => {
    const policy = sealed('/checkout', razorpay);
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
  ])('may do nothing at %s with %o [S-CHK-05]', (path, account) => {
    expect(sealed(path, account)).toEqual(sealed('/', undefined));
    expect(openerAt(path, account)).toBe('same-origin');
  });
});
