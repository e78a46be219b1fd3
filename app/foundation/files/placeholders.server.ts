import { and, type Column, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { tag } from '../cache/cache-tags.server.ts';
import { cached } from '../cache/read-cache.server.ts';
import type { Shop } from '../shop.server.ts';
import { imagePlaceholders } from '../tables.server.ts';
import type { DecodedImage } from './image-engine.server.ts';

/** Maximum length of a placeholder in base64. With the prefix `data:image/webp;base64,`, it has at most 250 bytes. */
const maxCharacters = 224;

/**
 * Returns the placeholder of an image: a tiny WebP in base64. Returns an empty string if the image has an alpha channel, because
 * the placeholder would remain visible through the transparent parts of the image. Also returns an empty string if the WebP is
 * too long at every width.
 */
export async function placeholderOf(image: DecodedImage): Promise<string> {
  if (image.hasAlpha) return '';
  for (const width of [16, 12, 8]) {
    const box = { width, height: width * 1.5, fit: 'inside' } as const;
    const bytes = await image.resize(box).webp({ quality: 20, effort: 6 }).toBuffer();
    const data = bytes.toString('base64');
    if (data.length <= maxCharacters) return data;
  }
  return '';
}

/** Stores the placeholders under their file names. Invalidates the cached placeholders of these files in every process. */
export async function savePlaceholders(shop: Shop, placeholders: Record<string, string>): Promise<void> {
  const rows = Object.entries(placeholders).map(([file, data]) => ({ file, data }));
  if (rows.length === 0) return;
  await shop.db
    .insert(imagePlaceholders)
    .values(rows)
    .onConflictDoUpdate({ target: imagePlaceholders.file, set: { data: sql`excluded.data` } });
  await shop.db.execute(
    sql`select notify_changes(${sql.param(rows.map(({ file }) => `image:${file}`))}::text[])`,
  );
}

const readPlaceholders = cached(async (shop, files: readonly string[]) => {
  tag(...files.map((file) => `image:${file}`));
  const { file, data } = imagePlaceholders;
  const rows = await shop.db
    .select({ file, data })
    .from(imagePlaceholders)
    .where(and(inArray(file, [...files]), ne(data, '')));
  return Object.fromEntries(rows.map((row) => [row.file, row.data]));
});

/** Finds the placeholders of images by file name. An image without a placeholder is missing in the result. */
export async function findPlaceholders(
  shop: Shop,
  files: readonly (string | null | undefined)[],
): Promise<Record<string, string>> {
  const names = files.filter((file) => file != null);
  return names.length === 0 ? {} : readPlaceholders(shop, names);
}

/**
 * SQL condition for a file without a row in the table of placeholders. `prepareImage` always stores a row, even if the
 * placeholder is empty.
 */
export const isUnprepared = (file: Column): SQL =>
  sql`not exists (select from ${imagePlaceholders} as prepared where prepared.file = ${file})`;

/** Returns those `files` that have no row in the table of placeholders. Keeps the given order. */
export async function listUnprepared(shop: Shop, files: readonly string[]): Promise<string[]> {
  const { file } = imagePlaceholders;
  const rows = await shop.db
    .select({ file })
    .from(imagePlaceholders)
    .where(inArray(file, [...files]));
  const prepared = new Set(rows.map((row) => row.file));
  return files.filter((name) => !prepared.has(name));
}
