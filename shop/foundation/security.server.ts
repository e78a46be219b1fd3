import { createHash } from 'node:crypto';

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Which page a policy is for, and what the shop was told of Google. */
type GoogleAsked = { path: string; googleClientId: string | undefined };

/** Only where one signs in, and only where Google is real, may Google's script run and its window answer. */
const letsGoogleIn = ({ path, googleClientId }: GoogleAsked) =>
  googleClientId !== undefined && path === '/login';

/** As Google names them: https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy */
const googleSources: Record<string, string> = {
  'script-src': 'https://accounts.google.com/gsi/client',
  'style-src': 'https://accounts.google.com/gsi/style',
  'frame-src': 'https://accounts.google.com/gsi/',
  'connect-src': 'https://accounts.google.com/gsi/',
};

/**
 * Seals a rendered page: answers its HTML without the marks, and its Content-Security-Policy. `mark` is a secret of
 * this one render, which it gave as `nonce` to the scripts that it wrote itself. Only those may run, by their
 * hashes; a script that came in with somebody's words carries no mark. The sent HTML has none either, so that it
 * can be kept by caches and the browser's own render finds what it expects.
 */
export function sealPage(
  marked: string,
  mark: string,
  google: GoogleAsked,
): { html: string; policy: string } {
  const attribute = ` nonce="${mark}"`;
  const scripts = [...marked.matchAll(inlineScript)]
    .filter(([, attributes = '']) => attributes.includes(attribute))
    .map(([, , script = '']) => script);
  return {
    html: marked.replaceAll(attribute, ''),
    policy: contentSecurityPolicy(scripts, letsGoogleIn(google)),
  };
}

/**
 * Only scripts of our own origin, and these inline ones, by their hashes. Style attributes are allowed, because pictures carry their colour and the fringe its
 * days as custom properties; style elements and scripts in attributes are not.
 */
function contentSecurityPolicy(scripts: readonly string[], withGoogle: boolean): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
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
  if (withGoogle) {
    for (const [name, source] of Object.entries(googleSources)) {
      directives[name] = [directives[name], source].filter(Boolean).join(' ');
    }
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

type HeadersAsked = { publicUrl: string; googleClientId: string | undefined };

/**
 * The headers of each answer, by its path. A shop that is reached by https tells browsers to come by nothing else
 * for a year.
 */
export function securityHeaders(path: string, { publicUrl, googleClientId }: HeadersAsked) {
  const headers: Record<string, string> = { ...always };
  if (publicUrl.toLowerCase().startsWith('https:')) {
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  }
  // The window that Google opens hands the credential back to the page that opened it.
  if (letsGoogleIn({ path, googleClientId })) {
    headers['cross-origin-opener-policy'] = 'same-origin-allow-popups';
  }
  return headers;
}

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
