import { expect, it } from 'vitest';
import { finishPage, securityHeaders } from './security-headers.server.ts';

const nonce = '0b0e6c5e';
const nonceAttribute = `nonce="${nonce}"`;

const scriptSrcOf = (html: string) =>
  finishPage(html, nonce)
    .policy.split('; ')
    .find((directive) => directive.startsWith('script-src '));

const known = 'doSomething();';
/** The hash of the script `known`, from an example in W3C's CSP specification. */
const knownHash = "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='";

it.each([
  '<script>doSomething();</script>',
  '<script nonce="">doSomething();</script>',
  '<script nonce="guessed">doSomething();</script>',
  `<script data-nonce="${nonce}">doSomething();</script>`,
  '<p><script type="module">doSomething();</script></p>',
])('does not allow the injected script %s, which lacks the nonce', (injected) => {
  expect(scriptSrcOf(`${injected}<script ${nonceAttribute}>a()</script>`)).not.toContain(knownHash);
});

it('removes all nonces from the HTML of a page', () => {
  const html = `<link href="/a.css" ${nonceAttribute}/><script ${nonceAttribute} async="">a()</script>`;
  expect(finishPage(html, nonce).html).toBe('<link href="/a.css"/><script async="">a()</script>');
});

it('lists the hash of each distinct inline script in the policy once, independent of the script’s attributes', () => {
  const html = `<script ${nonceAttribute}>a()</script><script type="module" ${nonceAttribute} async="">b()\n</script><script ${nonceAttribute}>a()</script>`;
  expect(scriptSrcOf(html)?.match(/'sha256-/g)).toHaveLength(2);
});

it.each([
  [
    'an inline script with `data-src`',
    ` ${knownHash}`,
    `<script data-src="x" ${nonceAttribute}>${known}</script>`,
  ],
  ['a script with `src`', '', `<script ${nonceAttribute} src="/a.js"></script>`],
  ['a module with `src`', '', `<script async="" type="module" src="/b.js" ${nonceAttribute}></script>`],
  ['structured data, which has no nonce', '', '<script type="application/ld+json">{"a":"b"}</script>'],
])('for %s, lists only these script hashes in the policy: "%s"', (_, hash, html) => {
  expect(scriptSrcOf(html)).toBe(`script-src 'self'${hash}`);
});

it('forbids inline scripts, style elements, frames of other sites and other base URLs', () => {
  const { policy } = finishPage(`<script ${nonceAttribute}>doSomething();</script>`, nonce);
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy.replace(/style-src-attr [^;]*/, '')).not.toContain('unsafe-');
  for (const name of ['frame-ancestors', 'base-uri']) expect(policy).toContain(`${name} 'none'`);
});

it('sends an HSTS header only if the public URL is https', () => {
  const header = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  expect(securityHeaders('https://shop.test')).toMatchObject(header);
  expect(securityHeaders('http://shop.test')).not.toHaveProperty('strict-transport-security');
});
