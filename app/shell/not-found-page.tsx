import { pageNotFound } from '../content/written-pages.server.ts';
import { page } from '../foundation/pages/page.server.ts';

/** Responds 404 to a path of no other route. The root shows the error screen. */
export const loader = page(pageNotFound);

export default function NotFoundPage() {
  return null;
}
