import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';

/** A product that a message asks for. `size` is the id of its variant. */
type RequestedProduct = { proId: string; quantity: number; size?: string | null | undefined };

type Props = {
  /** Sentence about orders from abroad. Empty if the checkout takes every country. */
  text: string | undefined;
  /** The products that the link carries into the message. */
  pieces?: readonly RequestedProduct[];
};

/** Sentence about orders from abroad, with a link to a message that names the products. Renders nothing without a text. */
export function AbroadNote({ text, pieces = [] }: Props) {
  if (!text) return null;
  return (
    <>
      {text}{' '}
      <Link className="link" to={orderByMessagePath(pieces)}>
        Order by message
      </Link>
    </>
  );
}

/** Returns the URL of the contact form with these products in its message: `/reach-us?pieces=TB-SAR-005:2`. */
export function orderByMessagePath(pieces: readonly RequestedProduct[]): string {
  if (pieces.length === 0) return urls.reachUs;
  const entries = pieces.map(({ proId, quantity, size }) =>
    [proId, String(quantity), ...(size ? [size] : [])].map(encodeURIComponent).join(':'),
  );
  return `${urls.reachUs}?pieces=${entries.join(',')}`;
}
