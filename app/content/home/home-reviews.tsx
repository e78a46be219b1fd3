import { Line } from '../../foundation/ui/line.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo, type WithImage } from '../../foundation/ui/photo.tsx';
import { Rail } from '../../foundation/ui/rail.tsx';
import { Stars } from '../../foundation/ui/stars.tsx';

/** What is shown of a review: of its writer, the first name and the city, and nothing else. */
type SaidReview = {
  _id: string;
  stars: number;
  review: string;
  productName: string;
  url: string;
  product: { picture: WithImage | null };
  user: { firstName: string; city: string };
};

export function Reviews({ reviews }: { reviews: readonly SaidReview[] }) {
  if (reviews.length === 0) return null;
  return (
    <section className="band pt-0">
      <Line word="राय" title="Customer's Review" />
      <Rail label="Customer's Review" className="quotes">
        {reviews.map(({ _id, stars, review, productName, url, product: { picture: image }, user }) => (
          <Link className="quote" key={_id} to={url}>
            <span className="pic" style={{ '--c': image?.colour }}>
              {image && <Photo image={image} sizes="64px" alt="" />}
            </span>
            <div>
              <blockquote>{review}</blockquote>
              <Stars value={stars} />{' '}
              <span className="soft">{[user.firstName, user.city].filter(Boolean).join(', ')}</span>
              <br />
              <span className="small soft">{productName}</span>
            </div>
          </Link>
        ))}
      </Rail>
    </section>
  );
}
