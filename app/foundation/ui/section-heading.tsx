import type { ReactNode } from 'react';

type SectionHeadingProps = {
  /** A Hindi companion word that hangs from the line; decoration, the title carries the meaning. */
  hindiWord?: string;
  title: ReactNode;
  level?: 1 | 2;
  /** A short peg out of the selvedge instead of the full width: for page titles. */
  isShort?: boolean;
  /** A sentence beside the heading; below it where the line is too short for both. */
  intro?: string;
  /** What stands at the far end: a count, a link. */
  end?: ReactNode;
};

/** The line: a rule across the page, continued by the head-line of a Hindi word, with the heading beside it. */
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
