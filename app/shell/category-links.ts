import type { LayoutData } from './layout-data.ts';

/** One entry of a menu. `img` is a file under `/uploads`. */
export type CategoryLink = { name: string; to: string; img: string | null };

/** The three menus of the shop, as their titles and entries. */
export function categoryLinksOf({
  categories,
  crafts,
  fabrics,
}: Pick<LayoutData, 'categories' | 'crafts' | 'fabrics'>) {
  return {
    categories: categories.map(({ name, link, img }): CategoryLink => ({ name, to: link, img })),
    crafts: crafts.map(
      ({ name, img }): CategoryLink => ({ name, to: `/craft/${encodeURIComponent(name)}`, img }),
    ),
    fabrics: fabrics.map(
      ({ name, img }): CategoryLink => ({ name, to: `/fabric/${encodeURIComponent(name)}`, img }),
    ),
  };
}
