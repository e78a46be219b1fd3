import { createHash } from 'node:crypto';

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Seals a rendered page: answers its HTML without the marks, and its Content-Security-Policy. `mark` is a secret of
 * this one render, which it gave as `nonce` to the scripts that it wrote itself. Only those may run, by their
 * hashes; a script that came in with somebody's words carries no mark. The sent HTML has none either, so that it
 * can be kept by caches and the browser's own render finds what it expects.
 */
export function sealPage(marked: string, mark: string): { html: string; policy: string } {
  const attribute = ` nonce="${mark}"`;
  const scripts = [...marked.matchAll(inlineScript)]
    .filter(([, attributes = '']) => attributes.includes(attribute))
    .map(([, , script = '']) => script);
  return { html: marked.replaceAll(attribute, ''), policy: contentSecurityPolicy(scripts) };
}

/**
 * Only scripts of our own origin, and these inline ones, by their hashes. Style attributes are allowed, because pictures carry their colour and the fringe its
 * days as custom properties; style elements and scripts in attributes are not.
 */
function contentSecurityPolicy(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers of every answer. A shop that is reached by https tells browsers to come by nothing else for a year. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  if (!publicUrl.toLowerCase().startsWith('https:')) return always;
  return { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
}

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
