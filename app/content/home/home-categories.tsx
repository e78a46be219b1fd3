import { counted } from '../../foundation/ui/counted.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import { Rail } from '../../foundation/ui/rail.tsx';

/** What the home page shows of a category. */
export type Shelf = { name: string; link: string; img: string | null; pieces: number };

const sideOfTile = 800;

function ShelfPhoto({ img, sizes }: { img: string; sizes: string }) {
  return (
    <Photo
      picture={{ file: img, width: sideOfTile, height: sideOfTile, colour: 'var(--color-stage)', alt: '' }}
      sizes={sizes}
    />
  );
}

/** The phone's first row: every category, one thumb away. */
export function CategoryStrip({ shelves }: { shelves: readonly Shelf[] }) {
  return (
    <nav className="strip phone" aria-label="Categories">
      {shelves.map(({ name, link, img }) => (
        <Link key={link} to={link}>
          <span className="sq">{img && <ShelfPhoto img={img} sizes="80px" />}</span>
          {name}
        </Link>
      ))}
    </nav>
  );
}

export function CategoryRail({ shelves }: { shelves: readonly Shelf[] }) {
  return (
    <section className="band pt-0">
      <h2 className="plain">Shop by category</h2>
      <Rail label="Categories">
        {shelves.map(({ name, link, img, pieces }) => (
          <article className="piece" key={link}>
            <span className="pic aspect-square">
              {img && (
                <ShelfPhoto img={img} sizes="(min-width: 1080px) 23vw, (min-width: 690px) 19rem, 40vw" />
              )}
            </span>
            <h3 className="name">
              <Link to={link}>{name}</Link>
            </h3>
            <p className="from num">{counted(pieces, 'piece')}</p>
          </article>
        ))}
      </Rail>
    </section>
  );
}
