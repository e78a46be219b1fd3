import { z } from '@hono/zod-openapi';

const notText = 'Please write this as text.';

/** Removes the character NUL, which the database cannot store, and which no person types. */
export const withoutNul = (text: string) => text.replaceAll('\0', '');

/** One line of text. Without `missing` it may be empty. */
export function line(max: number, missing?: string) {
  const text = z
    .string(notText)
    .overwrite((value) => withoutNul(value).replace(/\s+/g, ' '))
    .trim()
    .max(max, `Please keep this within ${max} characters.`);
  return missing === undefined ? text : text.min(1, missing);
}

/** Text of several lines, not empty. */
export function prose(max: number, missing: string) {
  return z
    .string(notText)
    .overwrite(withoutNul)
    .trim()
    .min(1, missing)
    .max(max, `Please keep this within ${max} characters.`);
}
