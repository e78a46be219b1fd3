import type { ComponentPropsWithRef } from 'react';

/** A way to a page of the shop: its address, or the parts of one; what is left out stays as it is here. */
export type LinkTarget = string | { pathname?: string; search?: string; hash?: string };

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href' | 'target' | 'download'> & {
  to: LinkTarget;
  /** Leaves no step to go back to. */
  replace?: boolean | undefined;
  /** The page stays scrolled to where it is. */
  preventScrollReset?: boolean | undefined;
};

/**
 * A link to a page of the shop. It is no more than an anchor: what a press of it does, `useLinks` does for all of them
 * at once. A page has a hundred, and each would otherwise be made with a dozen hooks, by the server and by the phone.
 */
export function Link({ to, replace, preventScrollReset, ...anchor }: LinkProps) {
  return (
    <a
      {...anchor}
      href={typeof to === 'string' ? to : addressOf(to)}
      data-go={replace ? 'instead' : preventScrollReset ? 'still' : ''}
    />
  );
}

/** `{ pathname: '/Sarees', search: 'fabric=Silk' }` → `/Sarees?fabric=Silk`. */
function addressOf({ pathname = '', search = '', hash = '' }: Exclude<LinkTarget, string>): string {
  return pathname + begun('?', search) + begun('#', hash);
}

const begun = (mark: '?' | '#', text: string) => (text === '' || text.startsWith(mark) ? text : mark + text);
