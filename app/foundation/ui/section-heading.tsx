import type { ReactNode } from 'react';

export type SectionHeadingProps = {
  /** A decorative Hindi word below the rule. It is hidden from screen readers. */
  hindiWord?: string;
  title: ReactNode;
  level?: 1 | 2;
  /** True for the title of a page. The rule is then short. */
  isShort?: boolean;
  /** A sentence beside the heading, or below the heading on narrow screens. */
  intro?: string;
  /** Content at the right end, such as a count or a link. */
  end?: ReactNode;
};

/** Heading with a rule across the page. The rule continues the upper line of a Hindi word. */
export function SectionHeading({
  hindiWord,
  title,
  level = 2,
  isShort = false,
  intro,
  end,
}: SectionHeadingProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={isShort ? 'line peg' : 'line'}>
      {hindiWord && (
        <span className="hang" lang="hi" aria-hidden="true">
          {hindiWord}
        </span>
      )}
      <Heading>{title}</Heading>
      {intro && <p className="intro">{intro}</p>}
      {end && <span className="end">{end}</span>}
    </div>
  );
}
