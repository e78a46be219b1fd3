import { NoSuchPage } from '../content/contract.ts';

/** Refuses an address that no screen has. Throws `no-such-page` (404). */
export async function pageNotFound(): Promise<null> {
  throw NoSuchPage();
}
