import type { ReactNode } from 'react';

/** The design of a page's left edge: a pattern, its background colour and its foreground colour. */
export type Cloth = {
  pattern: 'temple' | 'rosette' | 'ikat' | 'wave';
  dye: 'indigo' | 'lac' | 'madder';
  thread: 'khadi' | 'zari';
};

/** The designs of the page's edge by pattern. The field `selvedge` of a listing or a product contains the pattern. */
export const cloths = {
  temple: { pattern: 'temple', dye: 'indigo', thread: 'khadi' },
  rosette: { pattern: 'rosette', dye: 'lac', thread: 'zari' },
  ikat: { pattern: 'ikat', dye: 'indigo', thread: 'khadi' },
  wave: { pattern: 'wave', dye: 'indigo', thread: 'khadi' },
} as const satisfies Record<Cloth['pattern'], Cloth>;

/** The design of the edge on the story page and on error pages. */
export const madderTemple: Cloth = { pattern: 'temple', dye: 'madder', thread: 'khadi' };

/** The decorated left edge of a page. A page has at most one. It sets `--pattern`, `--dye` and `--thread` for its children. */
export function Selvedge({ pattern, dye, thread, children }: Cloth & { children?: ReactNode }) {
  const style = {
    '--pattern': `var(--sel-${pattern})`,
    '--dye': `var(--color-${dye})`,
    '--thread': `var(--color-${thread})`,
  };
  return (
    <div className="page-cloth" style={style}>
      <div className="selvedge" aria-hidden="true" />
      {children}
    </div>
  );
}
