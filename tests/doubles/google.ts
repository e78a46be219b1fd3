import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { TestShop } from '../fixtures/shop.ts';

export const clientId = '1234-tanabana.apps.googleusercontent.com';

/** Returns the shop with a Google client id, and thus without the pretend Google. */
export function withGoogle<T extends TestShop>(shop: T): T {
  return { ...shop, config: { ...shop.config, googleClientId: clientId, pretendsGoogle: false } };
}

/** Returns the shop with the pretend Google. */
export function pretendingGoogle<T extends TestShop>(shop: T): T {
  return { ...shop, config: { ...shop.config, googleClientId: undefined, pretendsGoogle: true } };
}

const pair = await generateKeyPair('RS256', { extractable: true });
const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'test', alg: 'RS256', use: 'sig' };

/** Replaces the keys that Google publishes. */
export const testKeys = createLocalJWKSet({ keys: [jwk] });
export const testKey = { ...pair, jwk };

/** Returns the claims of a credential that Google issues now for this shop, with `overrides`. */
export function claimsFor(shop: TestShop, nonce: string, overrides: JWTPayload = {}): JWTPayload {
  const now = Math.floor(shop.clock.now().getTime() / 1000);
  return {
    ...{ iss: 'https://accounts.google.com', aud: clientId, azp: clientId, sub: '110169484474386276334' },
    ...{ email: 'Asha.Menon@gmail.com', email_verified: true },
    ...{ name: 'Asha Menon', given_name: 'Asha', family_name: 'Menon' },
    ...{ nonce, iat: now, exp: now + 3600 },
    ...overrides,
  };
}

/** Signs claims as Google does. */
export function signAsGoogle(claims: JWTPayload, kid = 'test'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(pair.privateKey);
}
