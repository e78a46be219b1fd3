import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import * as urls from '../../urls.ts';
import type { Banner } from '../contract.ts';

const sizes = ['(min-width: 768px) 58vw, 80vw', '(min-width: 768px) 42vw, 80vw'] as const;

/** Two shelves that the owner puts forward, each a picture with its words and one link. */
export function Features({ banner }: { banner: Banner | undefined }) {
  if (!banner) return null;
  return (
    <section className="band pt-0">
      {banner.title && <h2 className="plain">{banner.title}</h2>}
      <div className="feature">
        {banner.slides
          .slice(0, 2)
          .map(({ img, alt, focus, title, text, link = urls.category, linkLabel }, index) => (
            <article key={img}>
              <Link
                className="image"
                to={link}
                tabIndex={-1}
                aria-hidden="true"
                style={{ '--fx': `${focus}%` }}
              >
                <Photo
                  image={{ file: img, width: 1200, height: 900, colour: 'var(--color-stage)', alt }}
                  sizes={sizes[index] ?? '100vw'}
                  className="object-(--fx)"
                />
              </Link>
              {title && <h3>{title}</h3>}
              <p className="prose">
                {text}{' '}
                <Link className="link" to={link}>
                  {linkLabel ?? title ?? 'See the pieces'}
                </Link>
              </p>
            </article>
          ))}
      </div>
    </section>
  );
}
