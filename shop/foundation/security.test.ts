import { expect, it } from 'vitest';
import { contentSecurityPolicy } from './security.server.ts';

const scriptsOf = (html: string) =>
  contentSecurityPolicy(html)
    .split('; ')
    .find((directive) => directive.startsWith('script-src '));

/** The example of the W3C's own text: the hash of `doSomething()`. */
const known = "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='";

it('an inline script may run by its hash, and no other', () => {
  expect(scriptsOf('<p>Namaste</p><script>doSomething();</script>')).toBe(`script-src 'self' ${known}`);
});

it('each inline script counts, whatever its attributes, and the same one once', () => {
  const html = '<script>a()</script><script type="module" async="">b()\n</script><script>a()</script>';
  expect(scriptsOf(html)?.match(/'sha256-/g)).toHaveLength(2);
});

it('an empty page of scripts by address needs no hash', () => {
  expect(scriptsOf('<script src="/a.js"></script><script async="" type="module" src="/b.js"></script>')).toBe(
    "script-src 'self'",
  );
});

it('what a script’s name or data only calls src is still inline', () => {
  expect(scriptsOf('<script data-src="x">doSomething();</script>')).toContain(known);
});

it('data for search engines is not a script', () => {
  expect(scriptsOf('<script type="application/ld+json">{"@type":"Product"}</script>')).toBe(
    "script-src 'self'",
  );
});

it('scripts and style elements are never allowed without being known', () => {
  const policy = contentSecurityPolicy('<script>doSomething();</script>');
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toContain('unsafe-eval');
  for (const directive of policy.split('; ').filter((one) => !one.startsWith('style-src-attr'))) {
    expect(directive).not.toContain('unsafe-inline');
  }
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
});
