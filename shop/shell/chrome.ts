import type { Category, MenuEntry } from '../catalogue/contract.ts';
import type { Settings } from '../content/contract.ts';

/** What stands around every page is made of this. */
export type Chrome = {
  settings: Settings;
  categories: Category[];
  crafts: MenuEntry[];
  fabrics: MenuEntry[];
  /** The current year, for the copyright line. */
  year: number;
  /** True when a part of the shop, such as its mail, only pretends. */
  pretended: boolean;
};
