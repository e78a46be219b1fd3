import { Link } from '../../foundation/ui/link.tsx';
import { Photo, type PhotoImage } from '../../foundation/ui/photo.tsx';
import { Rail } from '../../foundation/ui/rail.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import { Stars } from '../../foundation/ui/stars.tsx';

/** What is shown of a review: of its writer, the first name and the city, and nothing else. */
type HomeReview = {
  _id: string;
  stars: number;
  review: string;
  productName: string;
  url: string;
  product: { picture: PhotoImage | null };
  user: { firstName: string; city: string };
};

export function Reviews({ reviews }: { reviews: readonly HomeReview[] }) {
  if (reviews.length === 0) return null;
  return (
    <section className="band pt-0">
      <SectionHeading hindiWord="राय" title="Customer's Review" />
      <Rail label="Customer's Review" className="quotes">
        {reviews.map(({ _id, stars, review, productName, url, product: { picture: image }, user }) => (
          <Link className="quote" key={_id} to={url}>
            <span className="image" style={{ '--c': image?.colour }}>
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
