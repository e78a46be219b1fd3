import { asc, eq } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { crafts, fabrics, productCrafts, productFabrics } from './tables.server.ts';

type Labels = { crafts: readonly string[]; fabrics: readonly string[] };

/** The kinds of labels. Each has a table of its labels, and a table that assigns the labels to products. */
const kinds = [
  { kind: 'crafts', labels: crafts, ofProducts: productCrafts },
  { kind: 'fabrics', labels: fabrics, ofProducts: productFabrics },
] as const;

/** Lists all crafts and fabrics by name, including those without products. Returns at most 500 of each. */
export async function listLabels({ db }: Shop): Promise<{ crafts: string[]; fabrics: string[] }> {
  const namesIn = async (table: typeof crafts) => {
    const rows = await db.select({ name: table.name }).from(table).orderBy(asc(table.name)).limit(500);
    return rows.map(({ name }) => name);
  };
  return { crafts: await namesIn(crafts), fabrics: await namesIn(fabrics) };
}

/** Inserts the crafts and fabrics that do not exist yet, ignoring case. */
export async function saveLabels({ db }: Shop, input: Labels): Promise<void> {
  for (const { kind, labels } of kinds) {
    const rows = input[kind].map((name) => ({ name: name.trim() }));
    if (rows.length === 0) continue;
    await db
      .insert(labels)
      .values(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      .onConflictDoNothing();
  }
}

/**
 * Replaces the crafts and fabrics of a product. The first craft and the first fabric in `input` are the main ones. Inserts crafts
 * and fabrics that do not exist yet.
 */
export async function labelProduct(shop: Shop, productId: string, input: Labels): Promise<void> {
  await saveLabels(shop, input);
  for (const { ofProducts } of kinds)
    await shop.db.delete(ofProducts).where(eq(ofProducts.productId, productId));
  await insertLabelsOf(shop, [{ ...input, id: productId }]);
}

/**
 * Assigns crafts and fabrics to products that have none yet. The first craft and the first fabric of a product are the main ones.
 * @throws Error if a craft or fabric does not exist. The caller must prevent this
 */
export async function insertLabelsOf({ db }: Shop, products: readonly (Labels & { id: string })[]) {
  for (const { kind, labels, ofProducts } of kinds) {
    const existing = await db.select({ id: labels.id, name: labels.name }).from(labels);
    const rows = products.flatMap(({ id: productId, [kind]: names }) =>
      idsOf(names, existing).map((labelId, position) => ({ productId, labelId, position })),
    );
    if (rows.length > 0) await db.insert(ofProducts).values(rows);
  }
}

function idsOf(names: readonly string[], labels: readonly { id: number; name: string }[]): number[] {
  return names.map((name) => {
    const label = labels.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
    if (!label) throw new Error(`There is no craft or fabric called ${name}`);
    return label.id;
  });
}
