import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';

/** A product to be named in a message. `size` is the id of the product's variant. */
type RequestedProduct = { proId: string; quantity: number; size?: string | null | undefined };

type Props = {
  /** Sentence about orders from abroad. Empty if the checkout accepts every country. */
  text: string | undefined;
  /** The products that the message names. */
  products?: readonly RequestedProduct[];
};

/**
 * Sentence about orders from abroad, with a link to the contact form, whose message then names the products. Renders nothing if
 * the sentence is empty.
 */
export function AbroadNote({ text, products = [] }: Props) {
  if (!text) return null;
  return (
    <>
      {text}{' '}
      <Link className="link" to={orderByMessagePath(products)}>
        Order by message
      </Link>
    </>
  );
}

/** Returns the URL of the contact form, such as `/reach-us?pieces=TB-SAR-005:2`. The form's message then names these products. */
export function orderByMessagePath(products: readonly RequestedProduct[]): string {
  if (products.length === 0) return urls.reachUs;
  const entries = products.map(({ proId, quantity, size }) =>
    [proId, String(quantity), ...(size ? [size] : [])].map(encodeURIComponent).join(':'),
  );
  return `${urls.reachUs}?pieces=${entries.join(',')}`;
}
