import type { ReactNode } from 'react';

/** What a page's edge is woven of: its pattern, its ground dye and the thread of the pattern. */
export type Cloth = {
  pattern: 'temple' | 'rosette' | 'ikat' | 'wave';
  dye: 'indigo' | 'lac' | 'madder';
  thread: 'khadi' | 'zari';
};

/**
 * The drawn cloths, by pattern: `temple` for the home page and search, `rosette` for sarees and the wishlist,
 * `ikat` for the cart and ikat or ajrakh pieces, `wave` for the account and written pages. A category, a craft
 * and a product name their own pattern in `selvedge`.
 */
export const cloths = {
  temple: { pattern: 'temple', dye: 'indigo', thread: 'khadi' },
  rosette: { pattern: 'rosette', dye: 'lac', thread: 'zari' },
  ikat: { pattern: 'ikat', dye: 'indigo', thread: 'khadi' },
  wave: { pattern: 'wave', dye: 'indigo', thread: 'khadi' },
} as const satisfies Record<Cloth['pattern'], Cloth>;

/** Temple teeth in madder: the story, and the page that is not there. */
export const madderTemple: Cloth = { pattern: 'temple', dye: 'madder', thread: 'khadi' };

/**
 * The edge of the page's cloth. A page wraps itself, or stands beside it: `<Selvedge {...cloths[category.selvedge]}>`
 * around its content gives everything inside the same `--pattern`, `--dye` and `--thread`. One for each page; a
 * page without has the temple edge in indigo.
 */
export function Selvedge({ pattern, dye, thread, children }: Cloth & { children?: ReactNode }) {
  const woven = {
    '--pattern': `var(--sel-${pattern})`,
    '--dye': `var(--color-${dye})`,
    '--thread': `var(--color-${thread})`,
  };
  return (
    <div className="page-cloth" style={woven}>
      <div className="selvedge" aria-hidden="true" />
      {children}
    </div>
  );
}
