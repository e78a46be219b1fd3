import { z } from '@hono/zod-openapi';

const notText = 'Please write this as text.';

/** Removes NUL characters from a text. The database cannot store NUL, and no user types it. */
export const withoutNul = (text: string) => text.replaceAll('\0', '');

/** Input schema for one line of text. If `missing` is not given, the text may be empty. */
export function line(max: number, missing?: string) {
  const text = z
    .string(notText)
    .overwrite((value) => withoutNul(value).replace(/\s+/g, ' '))
    .trim()
    .max(max, `Please keep this within ${max} characters.`);
  return missing === undefined ? text : text.min(1, missing);
}

/** Input schema for a text of several lines, which must not be empty. */
export function prose(max: number, missing: string) {
  return z
    .string(notText)
    .overwrite(withoutNul)
    .trim()
    .min(1, missing)
    .max(max, `Please keep this within ${max} characters.`);
}
