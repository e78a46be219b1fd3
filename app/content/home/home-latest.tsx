import type { ReactNode } from 'react';
import { Fringe } from '../../foundation/ui/fringe.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { Rail } from '../../foundation/ui/rail.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import * as urls from '../../urls.ts';

const legend = (
  <p className="legend mt-2">
    <Fringe days={9} /> Each thread of the fringe under a picture is one day on the loom.
  </p>
);

const all = (
  <Link className="link tap" to={urls.category}>
    All new pieces
  </Link>
);

/** The row of the newest pieces, which are its children. */
export function Latest({ children }: { children: ReactNode }) {
  return (
    <section className="band">
      <SectionHeading hindiWord="नया" title="Latest Products" end={all} />
      <Rail label="Latest Products" footer={legend}>
        {children}
      </Rail>
    </section>
  );
}
