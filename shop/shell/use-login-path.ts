import { useLocation } from 'react-router';
import { loginPath } from '../customers/ask-own.ts';

/** Where to sign in, so that the way leads back to the page that stands here. */
export function useLoginPath(): string {
  const { pathname, search } = useLocation();
  if (pathname === '/') return '/login';
  // The login keeps the way back that it was opened with.
  if (pathname === '/login') return `/login${search}`;
  return loginPath(pathname + search);
}
