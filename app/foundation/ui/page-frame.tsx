import type { ReactNode } from 'react';
import { SectionHeading, type SectionHeadingProps } from './section-heading.tsx';
import { cloths, madderTemple, Selvedge } from './selvedge.tsx';

const designs = { ...cloths, madderTemple };

type Props = Pick<SectionHeadingProps, 'title' | 'hindiWord' | 'end'> & {
  cloth: keyof typeof designs;
  /** Content above the title. */
  before?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A page with its decorated left edge and its title. */
export function TitledPage({ cloth, before, className = 'pt-5 pb-12', children, ...heading }: Props) {
  return (
    <Selvedge {...designs[cloth]}>
      <div className={`page ${className}`}>
        {before}
        <SectionHeading isShort level={1} {...heading} />
        {children}
      </div>
    </Selvedge>
  );
}
