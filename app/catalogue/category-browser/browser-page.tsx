import { type MetaArgs, useLoaderData } from 'react-router';
import { readSettings } from '../../content/content.server.ts';
import { page } from '../../foundation/pages/page.server.ts';
import { describePage } from '../../foundation/ui/describe.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import { Price } from '../../foundation/ui/price.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import * as urls from '../../urls.ts';
import { listCategories, listLatest } from '../catalogue.server.ts';
import type { MenuEntry } from '../contract.ts';
import { SmallCard } from '../product-card/small-card.tsx';
import { useLayoutData } from '../use-layout-data.ts';

export const loader = page(async ({ shop }) => {
  const [categories, latest] = await Promise.all([
    listCategories(shop),
    readSettings(shop).then(({ newOnBrowser }) => listLatest(shop, newOnBrowser)),
  ]);
  return {
    categories: categories.map(({ name, link, img }) => ({ name, link, img })),
    latest: latest.map(({ url, productName, price, loomDays, pictures }) => ({
      ...{ url, productName, price, loomDays },
      pictures: pictures.slice(0, 1),
    })),
  };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const names = loaderData.categories.map(({ name }) => name);
  return describePage(matches, {
    title: 'Categories',
    description: `${new Intl.ListFormat('en-IN').format(names)}, and the newest pieces from the loom.`,
    path: urls.category,
    image: loaderData.latest[0]?.pictures[0]?.file,
  });
}

const cardSizes = '(min-width: 1080px) 25vw, (min-width: 768px) 22vw, 28vw';

export default function BrowserPage() {
  const { categories, latest } = useLoaderData<typeof loader>();
  const layoutData = useLayoutData();
  return (
    <Selvedge {...cloths.rosette}>
      <div className="page pt-5">
        <SectionHeading hindiWord="थान" title="Categories" level={1} isShort />
        <div className="browser">
          <nav className="railv" aria-label="Categories">
            {categories.map(({ name, link, img }) => (
              <Link key={link} to={link}>
                <span className="image aspect-square">
                  {img && (
                    <Photo
                      image={{ file: img, width: 800, height: 800, colour: 'var(--color-stage)', alt: '' }}
                      sizes="(min-width: 768px) 142px, 78px"
                    />
                  )}
                </span>
                {name}
              </Link>
            ))}
          </nav>
          <div className="flex min-w-0 flex-col gap-8">
            <section>
              <h2 className="mb-3 text-4">New Products</h2>
              <div className="product-grid gap-y-5">
                {latest.map((product) => (
                  <SmallCard key={product.url} product={product} sizes={cardSizes}>
                    <Price rupees={product.price} />
                  </SmallCard>
                ))}
              </div>
            </section>
            <RecentStores />
            <div>
              <BrowserMenu title="Crafts" at={urls.craft} entries={layoutData?.crafts ?? []} />
              <BrowserMenu title="Fabrics" at={urls.fabric} entries={layoutData?.fabrics ?? []} />
            </div>
          </div>
        </div>
      </div>
    </Selvedge>
  );
}

const stores = [
  { name: 'Sarees', link: '/Sarees' },
  { name: 'Co-Ord Sets', link: '/CoOrdSets' },
  { name: 'Suits', link: '/Suits' },
] as const;

/** Links to three categories. Despite the heading, they are the same for every shopper. */
function RecentStores() {
  return (
    <section>
      <h2 className="mb-1 text-4">Recently Viewed Stores</h2>
      <ul className="list">
        {stores.map(({ name, link }) => (
          <li key={link}>
            <Link to={link}>
              {name}
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type BrowserMenuProps = {
  title: string;
  at: typeof urls.craft | typeof urls.fabric;
  entries: readonly MenuEntry[];
};

/** List of all crafts or fabrics with the number of their products. Collapsed, because it is long. */
function BrowserMenu({ title, at, entries }: BrowserMenuProps) {
  if (entries.length === 0) return null;
  return (
    <details className="facet">
      <summary>
        <h2 className="text-4">{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      <ul className="gap-x-6 md:columns-2 lg:columns-3">
        {entries.map(({ name, count }) => (
          <li key={name} className="break-inside-avoid">
            <Link className="flex min-h-11 items-center gap-2" to={`${at}/${encodeURIComponent(name)}`}>
              {name}
              <span className="small soft num" aria-hidden="true">
                {count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
