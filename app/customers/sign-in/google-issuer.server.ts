import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { hours, minutes } from '../../foundation/clock.ts';
import { keyedHash } from '../../foundation/config/secret.server.ts';
import type { Sources } from '../../foundation/http/security-headers.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { GoogleNotOffered, GoogleUnavailable } from '../contract.ts';

/** The issuer of credentials, and the keys that verify its credentials. */
export type Issuer = {
  /** The shop's client id. Credentials for the shop contain this id as audience. */
  clientId: string;
  names: string[];
  /** The only accepted signature algorithm. The header of a credential cannot choose another one. */
  algorithm: 'RS256' | 'Ed25519';
  keys: JWTVerifyGetKey;
  pretended: boolean;
};

export const pretendIssuer = { name: 'https://google.pretended', clientId: 'tanabana.pretended' } as const;

const googlesKeys = createRemoteJWKSet(new URL('https://www.googleapis.com/oauth2/v3/certs'), {
  timeoutDuration: 5000,
  // Minimum time between two fetches of the keys if a credential names an unknown key.
  cooldownDuration: minutes(1),
  cacheMaxAge: hours(1),
});

/** Returns Google, or the pretend Google if the shop has no client id. @throws GoogleNotOffered (404) */
export function issuerOf(shop: Shop, keys: JWTVerifyGetKey = googlesKeys): Issuer {
  const { googleClientId, pretendsGoogle } = shop.config;
  if (googleClientId !== undefined)
    return {
      clientId: googleClientId,
      names: ['accounts.google.com', 'https://accounts.google.com'],
      algorithm: 'RS256',
      keys: orUnavailable(shop, keys),
      pretended: false,
    };
  if (!pretendsGoogle) throw GoogleNotOffered();
  return {
    clientId: pretendIssuer.clientId,
    names: [pretendIssuer.name],
    algorithm: 'Ed25519',
    keys: async () => createPublicKey(pretendKey(shop)),
    pretended: true,
  };
}

/**
 * Sources for the CSP of Google sign-in:
 * https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy
 */
export const googleSources: Sources = {
  'script-src': 'https://accounts.google.com/gsi/client',
  'style-src': 'https://accounts.google.com/gsi/style',
  'frame-src': 'https://accounts.google.com/gsi/',
  'connect-src': 'https://accounts.google.com/gsi/',
};

/**
 * Returns the URL of the script that draws the button of Google or of the pretend Google. Returns undefined if the shop does not
 * offer Google sign-in.
 */
export function googleScript({ googleClientId, pretendsGoogle }: Shop['config']): string | undefined {
  if (googleClientId !== undefined) return 'https://accounts.google.com/gsi/client';
  return pretendsGoogle ? '/pretend-google/client.js' : undefined;
}

/**
 * Returns the signing key of the pretend Google. The key is derived from the shop's secret, so all processes have the same key.
 */
export function pretendKey(shop: Shop): KeyObject {
  // PKCS #8 header of an Ed25519 key of 32 bytes (RFC 8410).
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = Buffer.concat([head, keyedHash(shop, 'key of the pretended Google')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

/**
 * Returns a function that calls `keys`, but throws GoogleUnavailable if Google's keys cannot be fetched. The credential may be
 * valid in this case, so it must not be rejected.
 */
function orUnavailable(shop: Shop, keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      shop.log.warn({ err: error }, 'the keys of Google could not be fetched');
      throw GoogleUnavailable();
    }
  };
}
