import { useLocation } from 'react-router';
import { loginPath } from '../customers/authenticated-fetch.ts';
import * as urls from '../urls.ts';

/** Where to sign in, so that the way leads back to the page that stands here. */
export function useLoginPath(): string {
  const { pathname, search } = useLocation();
  // The login keeps the way back that it was opened with, and nothing that was typed there.
  if (pathname === urls.login) return loginPath(new URLSearchParams(search).get('next') ?? '/');
  return loginPath(pathname + search);
}
