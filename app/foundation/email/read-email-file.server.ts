/** A written mail, as far as a person wants to read it. */
export type ParsedEmail = { headers: Map<string, string>; text: string; html: string };

/**
 * Reads a mail that the post office has written: headers, and the plain and the HTML part. It understands what
 * our own mails are made of (one `multipart/alternative`, or one part), not every mail of the world.
 */
export function parseEmail(source: string): ParsedEmail {
  const { headers, body } = cut(source.replace(/\r\n/g, '\n'));
  const read: ParsedEmail = { headers, text: '', html: '' };
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => cut(part.replace(/^\n/, '')))
    : [{ headers, body }];
  for (const part of parts) {
    const text = decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '7bit');
    if (part.headers.get('content-type')?.startsWith('text/html')) read.html = text;
    else read.text = text;
  }
  return read;
}

function cut(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\n\n');
  const head = end < 0 ? source : source.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), decodeText(line.slice(colon + 1).trim()));
  }
  return { headers, body: end < 0 ? '' : source.slice(end + 2) };
}

function decodeBody(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8');
  if (/quoted-printable/i.test(encoding)) return decodeQuoted(body.replace(/=\n/g, ''));
  return body;
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` in a header, back to words. */
function decodeText(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : decodeQuoted(coded.replace(/_/g, ' ')),
    );
}

/** `=E0=A4=A4` → `त`; everything else stays. */
function decodeQuoted(coded: string): string {
  return coded.replace(/(?:=[0-9A-F]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replace(/=/g, ''), 'hex').toString('utf8'),
  );
}
