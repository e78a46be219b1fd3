import type { Problem } from './problem.ts';

/**
 * The body of a request as one piece, at most `most` bytes of it: no more than that is ever held. What is too large is
 * read to its end first, up to as much again, so that the browser hears the answer; `tooMany` is thrown then.
 */
export async function receiveBytes(
  request: Request,
  maxBytes: number,
  tooLarge: () => Problem,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  await eachPart(request, maxBytes, tooLarge, (part) => {
    parts.push(part);
    length += part.length;
    return Promise.resolve();
  });
  return Buffer.concat(parts, length);
}

/** Hands over the body part by part, as it comes in. Throws `tooMany` for one that is larger than `most` bytes. */
export async function eachPart(
  request: Request,
  maxBytes: number,
  tooLarge: () => Problem,
  handlePart: (part: Uint8Array) => Promise<void>,
): Promise<void> {
  const reported = Number(request.headers.get('content-length') ?? 0);
  const isTooLarge = reported > maxBytes;
  if (reported > maxBytes * 2) throw tooLarge();
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.length;
    if (length > maxBytes * 2) break;
    if (!isTooLarge && length <= maxBytes) await handlePart(part);
  }
  if (isTooLarge || length > maxBytes) throw tooLarge();
}
