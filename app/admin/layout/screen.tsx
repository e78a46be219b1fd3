import type { ReactNode } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';

type Props = {
  title: ReactNode;
  /** Hindi word beside the title. Can contain only the characters of the shop's reduced Hindi font. */
  word?: string;
  /** Shown at the end of the title line, such as the main button. */
  end?: ReactNode;
  /** Link to the parent screen. */
  back?: { to: string; text: string };
  children: ReactNode;
};

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

export function adminMeta(title: string) {
  return [{ title: `${title} | Admin` }, { name: 'robots', content: 'noindex, nofollow' }];
}
