import type { Category, Facets, MenuEntry } from '../catalogue/contract.ts';
import type { Settings } from '../content/contract.ts';

/** Of the settings, what screens ask for wherever they stand. Every page carries it. */
type LayoutSettings = Pick<
  Settings,
  | 'name'
  | 'hindiName'
  | 'tagline'
  | 'description'
  | 'foundedYear'
  | 'contact'
  | 'socials'
  | 'shipping'
  | 'cod'
  | 'pincodeRequired'
  | 'holdMinutes'
  | 'promiseDays'
  | 'returnDays'
  | 'lowStockAt'
>;

/** What stands around every page is made of this. */
export type LayoutData = {
  settings: LayoutSettings;
  categories: Pick<Category, 'name' | 'link' | 'img'>[];
  crafts: MenuEntry[];
  fabrics: MenuEntry[];
  /** The current year, for the copyright line. */
  year: number;
  /** True when a part of the shop, such as its mail, only pretends. */
  isDemo: boolean;
  /** Where whoever sits at the shop's own machine reads the mails that are only pretended; `null` for real mail. */
  devMailboxPath: string | null;
};

/** What the rooms know, cut down to what stands around every page: each page carries it twice. */
export function toLayoutData(all: Settings, listings: readonly Category[], menus: Facets) {
  const { name, hindiName, tagline, description, foundedYear, contact, socials, shipping } = all;
  const { cod, pincodeRequired, holdMinutes, promiseDays, returnDays, lowStockAt } = all;
  return {
    settings: {
      ...{ name, hindiName, tagline, description, foundedYear, contact, socials, shipping },
      ...{ cod, pincodeRequired, holdMinutes, promiseDays, returnDays, lowStockAt },
    },
    categories: listings.map(({ name, link, img }) => ({ name, link, img })),
    crafts: menus.crafts,
    fabrics: menus.fabrics,
  } satisfies Pick<LayoutData, 'settings' | 'categories' | 'crafts' | 'fabrics'>;
}
