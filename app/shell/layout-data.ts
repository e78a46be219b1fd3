import type { Category, Facets } from '../catalogue/contract.ts';
import type { Settings } from '../content/contract.ts';

/** The data of the layout around every page. */
export type LayoutData = ReturnType<typeof toLayoutData> & {
  /** The current year, for the copyright line. */
  year: number;
  /** True if a service of the shop, such as its email, is a pretend service. */
  isDemo: boolean;
  /** Path of the mailbox of pretend emails for requests from this machine, otherwise null. */
  devMailboxPath: string | null;
};

/** Selects the data that the layout shows. Each page contains it twice, as HTML and as data, so it must be small. */
export function toLayoutData(all: Settings, listings: readonly Category[], { crafts, fabrics }: Facets) {
  const { name, hindiName, tagline, description, foundedYear, contact, socials, shipping } = all;
  const { cod, holdMinutes, promiseDays, returnDays, lowStockAt } = all;
  return {
    settings: {
      ...{ name, hindiName, tagline, description, foundedYear, contact, socials, shipping },
      ...{ cod, holdMinutes, promiseDays, returnDays, lowStockAt },
    },
    categories: listings.map(({ name, link, img }) => ({ name, link, img })),
    crafts,
    fabrics,
  };
}
