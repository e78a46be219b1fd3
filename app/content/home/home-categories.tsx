import { formatCount } from '../../foundation/ui/format-count.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import { Rail } from '../../foundation/ui/rail.tsx';
import type { Tile } from '../contract.ts';
import { stageImage } from '../stage-image.ts';

type ListedCategory = { name: string; link: string; img: string | null; products: number };

type ListingPhotoProps = { img: string; sizes: string; placeholder?: string | undefined };

function ListingPhoto({ img, sizes, placeholder }: ListingPhotoProps) {
  return <Photo image={stageImage(img, 800, 800, '')} sizes={sizes} placeholder={placeholder} />;
}

type CategoryStripProps = {
  categories: readonly ListedCategory[];
  /** Placeholders of the images, encoded in base64, by file name. */
  placeholders: Record<string, string>;
};

/** Links to the categories, on phones. */
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

/** Links to the categories with their numbers of products. */
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

type PopularProps = { tiles: readonly Tile[]; categories: readonly ListedCategory[]; text: string };

/** Aspect ratios of the tiles. They repeat in this order, so that adjacent tiles differ. */
const aspectRatios = ['1 / 1.95', '1 / 1.62', '1 / 1.78', '1 / 1.5'] as const;

/** Tiles of the home page. Omits a tile if its category has no products. */
export function Popular({ tiles, categories, text }: PopularProps) {
  const shownTiles = tiles
    .map((tile) => ({ tile, category: categories.find(({ link }) => link === tile.link) }))
    .filter(({ category }) => category?.products !== 0);
  const others = categories.filter(
    ({ link, products }) => products > 0 && !tiles.some((tile) => tile.link === link),
  );
  if (shownTiles.length === 0) return null;

  return (
    <section className="band popular pt-0">
      <div className="line">
        <span className="hang" lang="hi" aria-hidden="true">
          पसंद
        </span>
        <h2>Popular Collection</h2>
        <p className="desktop-only aside">
          {text}
          {others.map(({ name, link }, index) => (
            <span key={link}>
              {index === 0 ? ' See also ' : ', '}
              <Link className="link" to={link}>
                {name}
              </Link>
            </span>
          ))}
          {others.length > 0 && '.'}
        </p>
      </div>
      <div className="lengths">
        {shownTiles.map(({ tile, category }, index) => (
          <Link key={tile.link} to={tile.link}>
            <span className="cloth" style={{ aspectRatio: aspectRatios[index % aspectRatios.length] }}>
              <Photo
                image={stageImage(tile.img, 400, 800, '')}
                sizes="(min-width: 1240px) 17vw, (min-width: 768px) 24vw, 20vw"
              />
            </span>
            <span className="tassel" style={{ '--c': tile.colour }} aria-hidden="true" />
            <span className="tile-name">{tile.title}</span>
            {category && <span className="tile-count num">{formatCount(category.products, 'piece')}</span>}
          </Link>
        ))}
      </div>
    </section>
  );
}
