import { craftPath, fabricPath } from '../catalogue/rules.ts';
import { pages } from '../urls.ts';
import type { LayoutData } from './layout-data.ts';

/** Pages in the menu row and the drawer. */
export const menuPages = pages.flatMap(({ path, menu }) => (menu === undefined ? [] : [{ path, menu }]));

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
    crafts: crafts.map(({ name, img }): CategoryLink => ({ name, to: craftPath(name), img })),
    fabrics: fabrics.map(({ name, img }): CategoryLink => ({ name, to: fabricPath(name), img })),
  };
}
