import { asc, eq } from 'drizzle-orm';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { NoSuchPage, type PageSection } from './contract.ts';
import type { EditPageInput } from './edit-contract.ts';
import { changeOf } from './edit-home.server.ts';
import { ContentChanged } from './settings-contract.ts';
import { pages } from './tables.server.ts';

/** Lists the written pages with their versions, for editing. */
export async function readPagesForEdit({ db }: Shop) {
  const rows = await db.select().from(pages).orderBy(asc(pages.slug));
  return rows.map(({ slug, version, title, intro, img, imgAlt, sections, updatedAt }) => ({
    ...{ slug, version: String(version), title, intro, img, imgAlt, sections },
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Replaces the content of a page. @throws NoSuchPage (404), ContentChanged (409) */
export async function editPage(tx: Tx, slug: string, { seenVersion, sections, ...text }: EditPageInput) {
  const [before] = await tx.db.select().from(pages).where(eq(pages.slug, slug)).for('update');
  if (!before) throw NoSuchPage();
  if (String(before.version) !== seenVersion) throw ContentChanged();
  const after = { ...text, sections: withAnchors(sections) };
  const { title, intro, img, imgAlt } = before;
  const change = changeOf({ title, intro, img, imgAlt, sections: before.sections }, after);
  if (change.isUnchanged) return change;
  await tx.db
    .update(pages)
    .set({ ...after, version: before.version + 1, updatedAt: tx.clock.now() })
    .where(eq(pages.slug, slug));
  return change;
}

/** Adds a unique anchor to each new section. Keeps existing anchors, because other pages may link to them. */
function withAnchors(sections: readonly PageSection[]): PageSection[] {
  const used = new Set<string>();
  const existing = new Set(sections.map(({ id }) => id).filter(Boolean));
  return sections.map(({ id, heading, paragraphs }) => {
    const base = id || anchorOf(heading);
    let anchor = base;
    for (let next = 2; used.has(anchor) || (!id && existing.has(anchor)); next++) anchor = `${base}-${next}`;
    used.add(anchor);
    return { id: anchor, heading, paragraphs };
  });
}

function anchorOf(heading: string): string {
  const plain = heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 50) || 'part';
}
