import { NoSuchPage } from '../content/contract.ts';
import { page } from '../foundation/pages/page.server.ts';

/** Every address that no other route has: its loader throws NoSuchPage (404), and the root shows the error screen. */
export const loader = page(async () => {
  throw NoSuchPage();
});

export default function NotFoundPage() {
  return null;
}
