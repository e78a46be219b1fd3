import type { ComponentPropsWithRef } from 'react';

/** An internal URL, or its parts. Missing parts keep the values of the current URL. */
export type LinkTarget = string | { pathname?: string; search?: string; hash?: string };

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href' | 'target' | 'download'> & {
  to: LinkTarget;
  /** Replaces the current history entry. */
  replace?: boolean | undefined;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean | undefined;
};

/**
 * Internal link. It renders a plain anchor, and `useLinks` handles the clicks on all of them. A page has a hundred links, and
 * with React Router's `Link` each would run a dozen hooks, on the server and in the browser.
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
