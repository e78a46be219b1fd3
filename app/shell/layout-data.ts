import type { Category, Facets } from '../catalogue/contract.ts';
import type { Settings } from '../content/contract.ts';

/** The data that the layout of the storefront needs on every page. */
export type LayoutData = ReturnType<typeof toLayoutData> & {
  /** The current year, for the copyright line. */
  year: number;
  /** True if any service of the shop, such as email, is a pretend service. */
  isDemo: boolean;
  /** Path of the mailbox with pretend emails. Null if the shop sends real emails, or if its public URL is not on this machine. */
  devMailboxPath: string | null;
};

/**
 * Selects the data that the layout shows. The data must be small, because each page contains it twice: as HTML, and as data for
 * the scripts.
 */
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
