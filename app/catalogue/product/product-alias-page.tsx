import { redirect } from 'react-router';
import { page } from '../../foundation/pages/page.server.ts';
import { readProduct } from '../catalogue.server.ts';

/** Redirects `/products/{proId}`, a short URL of a product, to the canonical one. */
export const loader = page(async ({ shop, params }) => {
  const product = await readProduct(shop, params.proId ?? '');
  throw redirect(product.url, 301);
});

/** Renders nothing. A route with a component responds to an unknown number with the error page. */
export default function ProductAliasPage() {
  return null;
}
