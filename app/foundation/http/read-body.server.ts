import type { Problem } from './problem.ts';

/** Reads a request body into memory. @throws the problem `tooLarge` if the body exceeds `maxBytes` */
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

/**
 * Calls `handlePart` for each part of the body, until the body exceeds `maxBytes`. Reads a larger body of up to twice `maxBytes`
 * to its end before throwing, because a browser shows no response before it has sent the whole body.
 * @throws the problem `tooLarge` if the body exceeds `maxBytes`
 */
export async function eachPart(
  request: Request,
  maxBytes: number,
  tooLarge: () => Problem,
  handlePart: (part: Uint8Array) => Promise<void>,
): Promise<void> {
  const contentLength = Number(request.headers.get('content-length') ?? 0);
  const isDeclaredTooLarge = contentLength > maxBytes;
  if (contentLength > maxBytes * 2) throw tooLarge();
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.length;
    if (length > maxBytes * 2) break;
    if (!isDeclaredTooLarge && length <= maxBytes) await handlePart(part);
  }
  if (isDeclaredTooLarge || length > maxBytes) throw tooLarge();
}
