import { Link } from 'react-router';
import { Line } from '../foundation/ui/line.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import { Stars } from '../foundation/ui/stars.tsx';
import type { Review } from '../reviews/contract.ts';
import { Rail } from './rail.tsx';

export function Reviews({ reviews }: { reviews: readonly Review[] }) {
  if (reviews.length === 0) return null;
  return (
    <section className="band pt-0">
      <Line word="राय" title="Customer's Review" />
      <Rail label="Customer's Review" className="quotes">
        {reviews.map(({ _id, stars, review, productName, url, product: { picture }, user }) => (
          <Link className="quote" key={_id} to={url}>
            <span className="pic" style={{ '--c': picture?.colour }}>
              {picture && <Photo picture={picture} sizes="64px" alt="" />}
            </span>
            <span>
              <blockquote>{review}</blockquote>
              <Stars value={stars} />{' '}
              <span className="soft">{[user.firstName, user.city].filter(Boolean).join(', ')}</span>
              <br />
              <span className="small soft">{productName}</span>
            </span>
          </Link>
        ))}
      </Rail>
    </section>
  );
}
