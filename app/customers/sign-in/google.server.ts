import { randomBytes, timingSafeEqual } from 'node:crypto';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { minutes } from '../../foundation/clock.ts';
import { keyedHash } from '../../foundation/config/secret.server.ts';
import { consume } from '../../foundation/http/rate-limit.server.ts';
import { rateLimitKey } from '../../foundation/http/rate-limit-key.server.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { type GoogleAccount, signInByGoogle } from '../accounts.server.ts';
import {
  Email,
  type GoogleCredential,
  type GoogleInvitation,
  GoogleRejected,
  type SignedIn,
} from '../contract.ts';
import { type ClientAddress, clientRateLimit, openSession } from './codes.server.ts';
import { type Issuer, issuerOf } from './google-issuer.server.ts';

/** Accepted difference between the clocks of Google and the shop, in seconds. */
const toleranceSeconds = 60;

/** The fields of a Google credential (JWT claims) that the shop reads. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  aud: z.string(),
  nonce: z.string().max(200),
  email: Email,
  email_verified: z.literal(true),
  /** Domain of the organisation whose email addresses Google manages. */
  hd: z.string().min(1).optional(),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});
type Claims = z.infer<typeof Claims>;

/** Returns the parameters of Google's button, with a new nonce. @throws GoogleNotOffered (404) */
export function prepareGoogleSignIn(shop: Shop): GoogleInvitation {
  const { clientId, pretended } = issuerOf(shop);
  return { clientId, nonce: createNonce(shop), pretended };
}

/**
 * Signs in with a Google credential (an ID token) for this shop that contains a nonce of the shop. Creates the account if there
 * is none. Tests replace Google's keys by `keys`.
 * @throws GoogleRejected, SignInByCode, GoogleUnavailable, GoogleNotOffered, TooManyRequests
 */
export async function signInWithGoogle(
  shop: Shop,
  { credential, device }: GoogleCredential,
  client: ClientAddress,
  keys?: JWTVerifyGetKey,
): Promise<SignedIn> {
  const issuer = issuerOf(shop, keys);
  await consume(shop, `google-from:${rateLimitKey(client.address)}`, clientRateLimit);
  const claims = await readCredential(shop, credential, issuer);
  await consumeNonce(shop, claims.nonce);
  return inTransaction(shop, async (tx) =>
    openSession(tx, await signInByGoogle(tx, accountOf(claims)), device),
  );
}

async function readCredential(shop: Shop, credential: string, issuer: Issuer): Promise<Claims> {
  const { payload } = await jwtVerify(credential, issuer.keys, {
    algorithms: [issuer.algorithm],
    issuer: issuer.names,
    audience: issuer.clientId,
    clockTolerance: toleranceSeconds,
    currentDate: shop.clock.now(),
    maxTokenAge: '1h',
    requiredClaims: ['exp'],
  }).catch((error: unknown) => {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw refused(shop, error.code);
  });
  const claims = Claims.safeParse(payload);
  // Accept only credentials whose single audience is the shop. A second audience would also receive the credential, and could
  // sign in to the shop with it.
  if (!claims.success || claims.data.aud !== issuer.clientId) throw refused(shop, 'claims');
  return claims.data;
}

/**
 * Logs the reason for the rejection, so that the owner notices, for example, a wrong client id. The response does not contain the
 * reason.
 */
function refused(shop: Shop, reason: string) {
  shop.log.info({ reason }, 'a credential of Google was refused');
  return GoogleRejected();
}

function accountOf({ sub, email, hd, name, given_name, family_name }: Claims): GoogleAccount {
  return {
    sub,
    email,
    firstName: tidyName(given_name ?? name ?? ''),
    lastName: tidyName(family_name ?? ''),
    ownsEmail: hd !== undefined || email.endsWith('@gmail.com'),
  };
}

function tidyName(name: string): string {
  return Array.from(name.replace(/[\s\0]+/g, ' ').trim())
    .slice(0, 80)
    .join('');
}

const nonceMs = minutes(10);

/**
 * Creates a nonce for one credential, in the form `random.end.signature`. Because of the signature, the server does not need to
 * store the nonce.
 */
function createNonce(shop: Shop): string {
  const random = randomBytes(16).toString('base64url');
  const end = String(shop.clock.now().getTime() + nonceMs);
  return `${random}.${end}.${signatureOf(shop, random, end)}`;
}

/** Accepts a nonce once. @throws GoogleRejected (400) if the nonce is from another shop, has expired, or was used before */
async function consumeNonce(shop: Shop, nonce: string): Promise<void> {
  const [, random = '', end = '', signature = ''] =
    /^([\w-]{22})\.(\d{13,16})\.([\w-]{43})$/.exec(nonce) ?? [];
  if (!timingSafeEqual(Buffer.from(signatureOf(shop, random, end)), Buffer.from(signature.padEnd(43))))
    throw GoogleRejected();
  const remainingMs = Number(end) - shop.clock.now().getTime();
  if (remainingMs <= 0) throw GoogleRejected();
  // Store the used nonce for longer than it is valid, so that it is never deleted while it is still valid.
  const seconds = Math.ceil(remainingMs / 1000) + 60;
  await consume(shop, `google-nonce:${random}`, { limit: 1, seconds, error: () => GoogleRejected() });
}

function signatureOf(shop: Shop, random: string, end: string): string {
  return keyedHash(shop, 'nonce for Google', random, end).toString('base64url');
}
