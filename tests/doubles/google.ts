import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { TestShop } from '../fixtures/shop.ts';

export const clientId = '1234-tanabana.apps.googleusercontent.com';

/** The same shop with a client id of Google's: it then pretends no Google. */
export function withGoogle<T extends TestShop>(shop: T): T {
  return { ...shop, config: { ...shop.config, googleClientId: clientId, pretendsGoogle: false } };
}

/** The same shop where it pretends Google. */
export function pretendingGoogle<T extends TestShop>(shop: T): T {
  return { ...shop, config: { ...shop.config, googleClientId: undefined, pretendsGoogle: true } };
}

const pair = await generateKeyPair('RS256', { extractable: true });
const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'test', alg: 'RS256', use: 'sig' };

/** What stands in for the keys that Google publishes. */
export const testKeys = createLocalJWKSet({ keys: [jwk] });
export const testKey = { ...pair, jwk };

/** The claims of a credential as Google makes it now for this shop; change what a test is about. */
export function claimsFor(shop: TestShop, nonce: string, overrides: JWTPayload = {}): JWTPayload {
  const now = Math.floor(shop.clock.now().getTime() / 1000);
  return {
    iss: 'https://accounts.google.com',
    aud: clientId,
    azp: clientId,
    sub: '110169484474386276334',
    email: 'Asha.Menon@gmail.com',
    email_verified: true,
    name: 'Asha Menon',
    given_name: 'Asha',
    family_name: 'Menon',
    nonce,
    iat: now,
    exp: now + 3600,
    ...overrides,
  };
}

/** Signs as Google does. */
export function signAsGoogle(claims: JWTPayload, kid = 'test'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(pair.privateKey);
}
