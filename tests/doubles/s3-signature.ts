/** Verifies AWS signatures, version 4. Follows the specification and shares no code with the shop. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type Signed = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };
export type Key = { keyId: string; secret: string; region: string };

const fifteenMinutes = 15 * 60_000;
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
/** Percent-encodes all characters except letters, digits, `-`, `.`, `_` and `~`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const trimmed = (value: unknown) =>
  String(value ?? '')
    .trim()
    .replace(/ +/g, ' ');

/** Returns the error code of S3 for the request, or undefined if the signature is valid. */
export function rejectionOf(
  { method, url, headers, body }: Signed,
  key: Key,
  now = new Date(),
): string | undefined {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential, names, signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (!credential || !names || !signature) return 'AccessDenied';
  const [keyId, day, region, service, end] = credential.split('/');
  if (keyId !== key.keyId) return 'InvalidAccessKeyId';
  const date = String(headers['x-amz-date'] ?? '');
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const at = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  if (!(Math.abs(now.getTime() - at) < fifteenMinutes)) return 'RequestTimeTooSkewed';
  if (day !== date.slice(0, 8) || region !== key.region || service !== 's3' || end !== 'aws4_request')
    return 'AuthorizationHeaderMalformed';
  const signedNames = names.split(';');
  if (['host', 'x-amz-content-sha256', 'x-amz-date'].some((name) => !signedNames.includes(name)))
    return 'AccessDenied';
  const reported = String(headers['x-amz-content-sha256']);
  if (reported !== sha256(body)) return 'XAmzContentSHA256Mismatch';

  const { pathname, searchParams } = new URL(url, 'http://storage');
  const segments = pathname.split('/');
  const parameters = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const canonical = [
    method,
    segments.map((segment) => encode(decodeURIComponent(segment))).join('/'),
    parameters.toSorted().join('&'),
    ...signedNames.map((name) => `${name}:${trimmed(headers[name])}`),
    '',
    names,
    reported,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (signed, part) => hmac(signed, part),
    `AWS4${key.secret}`,
  );
  const expected = hmac(signing, text);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}
