import type { Chrome } from './layout-data.ts';

/** One entry of a menu. `img` is a file under `/uploads`. */
export type Shelf = { name: string; to: string; img: string | null };

/** The three menus of the shop, as their titles and entries. */
export function shelvesOf({
  categories,
  crafts,
  fabrics,
}: Pick<Chrome, 'categories' | 'crafts' | 'fabrics'>) {
  return {
    categories: categories.map(({ name, link, img }): Shelf => ({ name, to: link, img })),
    crafts: crafts.map(({ name, img }): Shelf => ({ name, to: `/craft/${encodeURIComponent(name)}`, img })),
    fabrics: fabrics.map(
      ({ name, img }): Shelf => ({ name, to: `/fabric/${encodeURIComponent(name)}`, img }),
    ),
  };
}
