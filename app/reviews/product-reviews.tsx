import { Rail } from '../foundation/ui/rail.tsx';
import { SectionHeading } from '../foundation/ui/section-heading.tsx';
import { Stars } from '../foundation/ui/stars.tsx';
import type { Review } from './contract.ts';

/** Reviews of a product. Renders nothing if there are none. */
export function ProductReviews({ reviews }: { reviews: readonly Review[] }) {
  if (reviews.length === 0) return null;
  return (
    <section className="band scroll-mt-24" id="reviews">
      <SectionHeading hindiWord="राय" title="Customer's Review" />
      <Rail label="Customer's Review" className="quotes">
        {reviews.map(({ _id, stars, review, user, answer }) => (
          <figure key={_id}>
            <blockquote className="pull-quote mb-3 not-italic">{review}</blockquote>
            <figcaption>
              <Stars value={stars} />{' '}
              <span className="soft">{[user.firstName, user.city].filter(Boolean).join(', ')}</span>
            </figcaption>
            {answer && (
              <p className="mt-3 max-w-[62ch]">
                <b>Our reply:</b> <span className="whitespace-pre-line">{answer}</span>
              </p>
            )}
          </figure>
        ))}
      </Rail>
    </section>
  );
}
