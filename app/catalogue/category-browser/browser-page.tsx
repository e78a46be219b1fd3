import { type MetaArgs, useLoaderData } from 'react-router';
import { readSettings } from '../../content/content.server.ts';
import { page } from '../../foundation/pages/page.server.ts';
import { describePage } from '../../foundation/ui/describe.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import * as urls from '../../urls.ts';
import { listCategories, listLatest } from '../catalogue.server.ts';
import { useLayoutData } from '../use-layout-data.ts';
import { BrowserMenu, RecentStores } from './browser-lists.tsx';
import { BrowserProduct } from './browser-product.tsx';

export const loader = page(async ({ shop }) => {
  const [categories, latest] = await Promise.all([
    listCategories(shop),
    readSettings(shop).then(({ newOnBrowser }) => listLatest(shop, newOnBrowser)),
  ]);
  return {
    categories: categories.map(({ name, link, img }) => ({ name, link, img })),
    latest: latest.map(({ url, productName, price, loomDays, pictures: images }) => ({
      url,
      name: productName,
      price,
      loomDays,
      image: images[0],
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
    image: loaderData.latest[0]?.image?.file,
  });
}

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
                  <BrowserProduct key={product.url} product={product} />
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
