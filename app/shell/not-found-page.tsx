import { pageNotFound } from '../content/written-pages.server.ts';
import { page } from '../foundation/pages/page.server.ts';

/** Responds 404 to paths that match no other route. The root route shows the error page. */
export const loader = page(pageNotFound);

export default function NotFoundPage() {
  return null;
}
