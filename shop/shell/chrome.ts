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
  /** Where whoever sits at the shop's own machine reads the mails that are only pretended; `null` for real mail. */
  mailAt: string | null;
  /** True where one can sign in with Google, or with what stands in for it. */
  google: boolean;
};
