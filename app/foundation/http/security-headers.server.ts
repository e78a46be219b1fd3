import { hash } from 'node:crypto';
import { deferScripts } from '../pages/deferred-scripts.server.ts';

/** Additional Content-Security-Policy sources of a page by directive, such as those of a payment provider. */
export type Sources = Readonly<Record<string, string>>;

/**
 * Removes the nonces from a rendered page, and creates its Content-Security-Policy. The policy contains the hash of each inline
 * script that had the secret `nonce`. It does not allow an injected script, because the nonce is used for one rendering only and
 * cannot be guessed. Also defers the scripts if the page has a high-priority image.
 */
export function finishPage(
  htmlWithNonce: string,
  nonce: string,
  provider?: Sources,
): { html: string; policy: string } {
  const attribute = ` nonce="${nonce}"`;
  const parts = deferScripts(htmlWithNonce, attribute).split(attribute);
  const scripts = parts.slice(1).flatMap((part, index) => inlineScriptIn(parts[index] ?? '', part));
  return { html: parts.join(''), policy: contentSecurityPolicy(scripts, provider) };
}

/**
 * Returns the content of the inline script whose tag contained the nonce. `before` and `after` are the HTML before and after the
 * nonce. Returns an empty array for other tags, such as a script with `src`.
 */
function inlineScriptIn(before: string, after: string): string[] {
  const from = after.indexOf('>');
  const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, from);
  if (!tag.startsWith('<script') || /\ssrc=/.test(tag)) return [];
  return [after.slice(from + 1, after.indexOf('</script>', from))];
}

/**
 * Returns a Content-Security-Policy that forbids style elements and inline event handlers. It allows style attributes, because
 * images and the `Fringe` component need them.
 */
function contentSecurityPolicy(scripts: readonly string[], provider: Sources | undefined): string {
  const hashes = scripts.map(hashOf);
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': ["'self'", ...new Set(hashes)].join(' '),
    'style-src': "'self'",
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'media-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
  };
  for (const [name, source] of Object.entries(provider ?? {})) {
    directives[name] = [directives[name], source].filter(Boolean).join(' ');
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

/**
 * Cache of the hashes of short scripts, most of which are the same on every page. Longer scripts contain page data and are not
 * cached.
 */
const hashCache = new Map<string, string>();
const maxCachedLength = 4096;

function hashOf(script: string): string {
  const cachedHash = hashCache.get(script);
  if (cachedHash) return cachedHash;
  const computed = `'sha256-${hash('sha256', script, 'base64')}'`;
  if (script.length > maxCachedLength) return computed;
  if (hashCache.size >= 200) hashCache.clear();
  hashCache.set(script, computed);
  return computed;
}

/**
 * Returns the security headers of a page or an API response. If `provider` is given, the page can receive messages from the
 * provider's popup.
 */
export function securityHeaders(publicUrl: string, provider?: Sources) {
  const headers: Record<string, string> = { ...assetHeaders(publicUrl), ...pageHeaders };
  // The provider's popup sends its result to the page that has opened the popup.
  if (provider) headers['cross-origin-opener-policy'] = 'same-origin-allow-popups';
  return headers;
}

/**
 * Returns the security headers of a script, style sheet or font of the build. Omits the headers that browsers apply only to
 * pages, because each page loads eight or more of these files.
 */
export function assetHeaders(publicUrl: string) {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
  if (publicUrl.toLowerCase().startsWith('https:')) {
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  }
  return headers;
}

const pageHeaders = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
