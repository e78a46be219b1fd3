import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { Email, type GoogleCredential } from '../app/customers/contract.ts';
import { pretendIssuer, pretendKey } from '../app/customers/sign-in/google-issuer.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';

const incomplete = 'This sign-in window is incomplete. Please close it and press the Google button again.';

/** An account for the sign-in. `nonce` comes from the response of `GET /user/google`. */
export const PretendAccount = z.strictObject({
  email: Email,
  name: z.string('The name is missing.').trim().max(160, 'Please keep this within 160 characters.'),
  nonce: z.string(incomplete).max(200, incomplete),
});
export type PretendAccount = z.infer<typeof PretendAccount>;

/** Accounts that the account chooser offers. They are customers of the demo data, never real customers of a shop. */
export const pretendAccounts = [
  { name: 'Meera Joshi', email: 'meera@example.in' },
  { name: 'Ananya Rao', email: 'ananya@example.in' },
  { name: 'Sofia Almeida', email: 'sofia@example.com' },
] as const;

/**
 * Signs the credential that Google would sign for this account. Only for shops with the pretend Google. `mountSandbox` rejects
 * requests from other machines, because the caller can sign in as any customer.
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
    // With `hd`, the shop treats Google as the provider of the email address. Without it, the shop trusts only addresses at
    // gmail.com.
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

/** Returns the id of an account at the pretend Google. The id is derived from the email address. */
export function pretendSubject(email: string): string {
  return `pretended-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`;
}
