import { hash } from 'node:crypto';
import { deferScripts } from '../pages/deferred-scripts.server.ts';

/** Which page a policy is for, and what the shop was told of Google and of Razorpay. */
type Input = {
  path: string;
  googleClientId: string | undefined;
  /** The account that takes the money; without one nobody from outside does. */
  razorpay?: object | undefined;
};

type Sources = Readonly<Record<string, string>>;

/** As Google names them: https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy */
const googleSources: Sources = {
  'script-src': 'https://accounts.google.com/gsi/client',
  'style-src': 'https://accounts.google.com/gsi/style',
  'frame-src': 'https://accounts.google.com/gsi/',
  'connect-src': 'https://accounts.google.com/gsi/',
};

/** What its payment window needs: https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/ */
const razorpaySources: Sources = {
  'script-src': 'https://checkout.razorpay.com https://cdn.razorpay.com',
  'frame-src': 'https://api.razorpay.com https://checkout.razorpay.com',
  'connect-src':
    'https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com https://api.razorpay.com',
  'img-src': 'https://cdn.razorpay.com',
};

/**
 * Whose script may run on a page and open windows that answer: Google's only where one signs in, Razorpay's only where
 * one pays, and each only where it is real.
 */
function guestOf({ path, googleClientId, razorpay }: Input): Sources | undefined {
  if (path === '/login' && googleClientId !== undefined) return googleSources;
  if (path === '/checkout' && razorpay !== undefined) return razorpaySources;
  return undefined;
}

/**
 * Seals a rendered page: answers its HTML without the marks, and its Content-Security-Policy. `mark` is a secret of
 * this one render, which it gave as `nonce` to the scripts that it wrote itself. Only those may run, by their
 * hashes; a script that came in with somebody's words carries no mark. The sent HTML has none either, so that it
 * can be kept by caches and the browser's own render finds what it expects.
 */
export function applyCsp(marked: string, mark: string, input: Input): { html: string; policy: string } {
  const attribute = ` nonce="${mark}"`;
  const parts = deferScripts(marked, attribute).split(attribute);
  const scripts = parts.slice(1).flatMap((part, at) => inlineScriptIn(parts[at] ?? '', part));
  return { html: parts.join(''), policy: contentSecurityPolicy(scripts, guestOf(input)) };
}

/** What stands in a script without an address, of which one half of the tag ends `before` and the other begins `after`. */
function inlineScriptIn(before: string, after: string): string[] {
  const from = after.indexOf('>');
  const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, from);
  if (!tag.startsWith('<script') || /\ssrc=/.test(tag)) return [];
  return [after.slice(from + 1, after.indexOf('</script>', from))];
}

/**
 * Only scripts of our own origin, and these inline ones, by their hashes. Style attributes are allowed, because pictures carry their colour and the fringe its
 * days as custom properties; style elements and scripts in attributes are not.
 */
function contentSecurityPolicy(scripts: readonly string[], guest: Sources | undefined): string {
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
  for (const [name, source] of Object.entries(guest ?? {})) {
    directives[name] = [directives[name], source].filter(Boolean).join(' ');
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

/** Of scripts that stand in page after page, which are short; what a page's data is differs each time. */
const knownHashes = new Map<string, string>();
const short = 4096;

function hashOf(script: string): string {
  const known = knownHashes.get(script);
  if (known) return known;
  const made = `'sha256-${hash('sha256', script, 'base64')}'`;
  if (script.length > short) return made;
  if (knownHashes.size >= 200) knownHashes.clear();
  knownHashes.set(script, made);
  return made;
}

type HeadersInput = Omit<Input, 'path'> & { publicUrl: string };

/**
 * The headers of each answer, by its path. A shop that is reached by https tells browsers to come by nothing else
 * for a year.
 */
export function securityHeaders(path: string, { publicUrl, ...reported }: HeadersInput) {
  const headers: Record<string, string> = { ...always };
  if (publicUrl.toLowerCase().startsWith('https:')) {
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  }
  // The window that they open hands its answer back to the page that opened it.
  if (guestOf({ path, ...reported })) {
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
