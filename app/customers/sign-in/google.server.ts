import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
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
import { toProfile } from '../profile/profile.server.ts';
import { createSession } from '../sessions.server.ts';
import { type ClientAddress, clientRateLimit } from './codes.server.ts';
import { storeDevice } from './devices.server.ts';
import { type Issuer, issuerOf } from './google-issuer.server.ts';
import { consumeNonce, createNonce } from './google-nonce.server.ts';

/** Clocks differ by so much. */
const toleranceSeconds = 60;

/** The claims of a credential that the shop goes by. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  aud: z.string(),
  nonce: z.string().max(200),
  email: Email,
  email_verified: z.literal(true),
  /** The organisation whose addresses Google keeps. */
  hd: z.string().min(1).optional(),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});
type Claims = z.infer<typeof Claims>;

/** What the browser needs before it can show Google's button. Throws GoogleNotOffered. */
export function prepareGoogleSignIn(shop: Shop): GoogleInvitation {
  const { clientId, pretended } = issuerOf(shop);
  return { clientId, nonce: createNonce(shop), pretended };
}

/**
 * Signs in whoever holds a credential (an ID token) that Google made for this shop and this invitation, and makes their account if there
 * is none. `keys` stands in for Google's own in tests. Throws GoogleRejected, SignInByCode, GoogleUnavailable, GoogleNotOffered
 * and TooMany.
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
  return inTransaction(shop, async (tx) => {
    const customer = await signInByGoogle(tx, personOf(claims));
    const token = await createSession(tx, customer.id);
    await storeDevice(tx, { entryPoint: 'shop', email: customer.email }, device);
    return { success: true, token, user: toProfile(customer) };
  });
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
  // One credential for several shops could be handed on by another of them.
  if (!claims.success || claims.data.aud !== issuer.clientId) throw refused(shop, 'claims');
  return claims.data;
}

/** The owner may need to know why, for instance after a change of the client id; whoever asked is not told. */
function refused(shop: Shop, reason: string) {
  shop.log.info({ reason }, 'a credential of Google was refused');
  return GoogleRejected();
}

function personOf({ sub, email, hd, name, given_name, family_name }: Claims): GoogleAccount {
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
