import { totpCode, totpStep } from '../../app/admin/sign-in/totp.server.ts';

/** What an authenticator app shows for a secret that it was given as base32, now or so many half minutes from now. */
export function codeOfApp(secret: string, later = 0): string {
  return totpCode(fromBase32(secret), totpStep(new Date()) + later);
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  );
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
