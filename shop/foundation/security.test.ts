import { expect, it } from 'vitest';
import { sealPage, securityHeaders } from './security.server.ts';

const mark = '0b0e6c5e';
const marked = `nonce="${mark}"`;

const scriptsOf = (html: string) =>
  sealPage(html, mark)
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
  expect(sealPage(html, mark).html).toBe(
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
  const { policy } = sealPage(`<script ${marked}>doSomething();</script>`, mark);
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toContain('unsafe-eval');
  for (const directive of policy.split('; ').filter((one) => !one.startsWith('style-src-attr'))) {
    expect(directive).not.toContain('unsafe-inline');
  }
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
});

it('a shop that is reached by https asks browsers to come by nothing else', () => {
  expect(securityHeaders('https://shop.test')['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(securityHeaders('http://shop.test')).not.toHaveProperty('strict-transport-security');
});
