import { totpCode, totpStep } from '../../app/admin/sign-in/totp.server.ts';

/** Returns the code that an authenticator app shows for a base32 secret, now or after `later` steps of 30 seconds. */
export function codeOfApp(secret: string, later = 0): string {
  return totpCode(fromBase32(secret), totpStep(new Date()) + later);
}

/** Decodes base32. */
export function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((digit) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'),
  );
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
