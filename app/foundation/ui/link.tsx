import type { ComponentPropsWithRef } from 'react';

/** An internal URL, or its parts. The browser resolves missing parts from the current URL. */
export type LinkTarget = string | { pathname?: string; search?: string; hash?: string };

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href' | 'target' | 'download'> & {
  to: LinkTarget;
  /** Replaces the current history entry. */
  replace?: boolean | undefined;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean | undefined;
};

/**
 * Internal link, a plain anchor. `useLinks` handles the clicks. A page has a hundred links, and each React Router `Link` would
 * run a dozen hooks on the server and in the browser.
 */
export function Link({ to, replace, preventScrollReset, ...anchor }: LinkProps) {
  return (
    <a
      {...anchor}
      href={typeof to === 'string' ? to : hrefOf(to)}
      data-go={replace ? 'instead' : preventScrollReset ? 'still' : ''}
    />
  );
}

/** `{ pathname: '/Sarees', search: 'fabric=Silk' }` → `/Sarees?fabric=Silk`. */
function hrefOf({ pathname = '', search = '', hash = '' }: Exclude<LinkTarget, string>): string {
  return pathname + withPrefix('?', search) + withPrefix('#', hash);
}

const withPrefix = (prefix: '?' | '#', text: string) =>
  text === '' || text.startsWith(prefix) ? text : prefix + text;
