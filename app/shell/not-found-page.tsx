import { NoSuchPage } from '../content/contract.ts';
import { page } from '../foundation/pages/page.server.ts';

/** Responds 404 to a path of no other route. The root shows the error screen. @throws NoSuchPage (404) */
export const loader = page(async () => {
  throw NoSuchPage();
});

export default function NotFoundPage() {
  return null;
}
