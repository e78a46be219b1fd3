import { redirect } from 'react-router';
import { page } from '../../foundation/pages/page.server.ts';
import { readProduct } from '../catalogue.server.ts';

/** Redirects `/products/{proId}`, the short URL of a product, to the canonical URL. */
export const loader = page(async ({ shop, params }) => {
  const product = await readProduct(shop, params.proId ?? '');
  throw redirect(product.url, 301);
});

/** Renders nothing. The component is needed, because a route without a component shows no error page for an unknown number. */
export default function ProductAliasPage() {
  return null;
}
