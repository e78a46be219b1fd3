import { formatCount } from '../../foundation/ui/format-count.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import { Rail } from '../../foundation/ui/rail.tsx';

/** What the home page shows of a category. */
export type ListedCategory = { name: string; link: string; img: string | null; products: number };

const sideOfTile = 800;

type ListingPhotoProps = { img: string; sizes: string; placeholder?: string | undefined };

function ListingPhoto({ img, sizes, placeholder }: ListingPhotoProps) {
  return (
    <Photo
      image={{ file: img, width: sideOfTile, height: sideOfTile, colour: 'var(--color-stage)', alt: '' }}
      sizes={sizes}
      placeholder={placeholder}
    />
  );
}

type CategoryStripProps = {
  categories: readonly ListedCategory[];
  /** What is shown of their pictures until they have loaded, by file. */
  placeholders: Record<string, string>;
};

/** The phone's first row: every category, one thumb away. */
export function CategoryStrip({ categories, placeholders }: CategoryStripProps) {
  return (
    <nav className="strip phone-only" aria-label="Categories">
      {categories.map(({ name, link, img }) => (
        <Link key={link} to={link}>
          <span className="sq">
            {img && <ListingPhoto img={img} sizes="80px" placeholder={placeholders[img]} />}
          </span>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Every category in a row of small entries: the strip and the Popular Collection have shown their cloth already. */
export function CategoryRail({ categories }: { categories: readonly ListedCategory[] }) {
  return (
    <section className="band pt-0">
      <h2 className="plain">Shop by category</h2>
      <Rail label="Categories" className="auto-cols-[min(60%,17rem)]!">
        {categories.map(({ name, link, img, products }) => (
          <article className="product-card flex-row! items-center gap-4" key={link}>
            <span className="image aspect-square w-18 flex-none">
              {img && <ListingPhoto img={img} sizes="72px" />}
            </span>
            <div>
              <h3 className="name mt-0!">
                <Link to={link}>{name}</Link>
              </h3>
              <p className="origin num">{formatCount(products, 'piece')}</p>
            </div>
          </article>
        ))}
      </Rail>
    </section>
  );
}
