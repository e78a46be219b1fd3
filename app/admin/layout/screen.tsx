import type { ReactNode } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';

type Props = {
  title: ReactNode;
  /** A Hindi companion word; only those that the cut of the typeface has. */
  word?: string;
  /** What stands at the far end of the title: the screen's main button. */
  end?: ReactNode;
  /** Where the screen belongs to: one order → the orders. */
  back?: { to: string; text: string };
  children: ReactNode;
};

/** One screen of the back office: its title on a peg, and what stands below. */
export function Screen({ title, word, end, back, children }: Props) {
  return (
    <>
      {back && (
        <Link className="link tap" to={back.to}>
          <Icon name="arrow-left" />
          {back.text}
        </Link>
      )}
      <SectionHeading isShort level={1} hindiWord={word} title={title} end={end} />
      {children}
    </>
  );
}

/** The head of a screen's document: no engine may show it. */
export function adminMeta(title: string) {
  return [{ title: `${title} | Back office` }, { name: 'robots', content: 'noindex, nofollow' }];
}
