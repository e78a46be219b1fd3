import { redirect } from 'react-router';
import { page } from '../../foundation/pages/page.server.ts';
import { readProduct } from '../catalogue.server.ts';

/** `/products/{proId}` is a short address of a piece; it leads to the canonical one. */
export const loader = page(async ({ shop, params }) => {
  const product = await readProduct(shop, params.proId ?? '');
  throw redirect(product.url, 301);
});

/** Nothing is ever shown here; a route with a component answers an unknown number with the error page. */
export default function ProductAliasPage() {
  return null;
}
