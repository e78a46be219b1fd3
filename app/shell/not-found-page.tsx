import { page } from '../foundation/pages/page.server.ts';
import { pageNotFound } from './no-such-page.server.ts';

/** Every address that no other route has: its loader refuses, and the root shows the error screen. */
export const loader = page(pageNotFound);

export default function NotFoundPage() {
  return null;
}
