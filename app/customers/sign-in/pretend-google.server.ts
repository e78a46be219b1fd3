import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Shop } from '../../foundation/shop.server.ts';
import type { GoogleCredential, PretendAccount } from '../contract.ts';
import { pretendIssuer, pretendKey } from './google-issuer.server.ts';

/** Whom the pretended account chooser offers. A fixed list of the named world: never the shop's real customers. */
export const pretendAccounts = [
  { name: 'Meera Joshi', email: 'meera@example.in' },
  { name: 'Ananya Rao', email: 'ananya@example.in' },
  { name: 'Sofia Almeida', email: 'sofia@example.com' },
] as const;

/**
 * What Google would sign for this account, signed by the pretended Google. Only `signInWithGoogle` of a shop that
 * pretends takes it. Whoever may call this may be anybody: see the guard of its call.
 */
export async function pretendGoogleCredential(
  shop: Shop,
  { email, name, nonce }: PretendAccount,
): Promise<GoogleCredential> {
  const [given_name = '', ...rest] = name.split(/\s+/);
  const now = Math.floor(shop.clock.now().getTime() / 1000);
  const claims = {
    email,
    email_verified: true,
    // The pretended Google owns every address there is.
    hd: email.slice(email.indexOf('@') + 1),
    name,
    given_name,
    family_name: rest.join(' '),
    nonce,
  };
  const credential = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'Ed25519', typ: 'JWT' })
    .setIssuer(pretendIssuer.name)
    .setAudience(pretendIssuer.clientId)
    .setSubject(pretendSubject(email))
    .setIssuedAt(now)
    .setExpirationTime(now + 3600)
    .sign(pretendKey(shop));
  return { credential };
}

/** The pretended Google's name for an account: the same for the same address, as long as the world stands. */
export function pretendSubject(email: string): string {
  return `pretended-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`;
}
