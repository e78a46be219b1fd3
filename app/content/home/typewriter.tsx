import { useEffect, useRef, useState } from 'react';
import { PauseButton, useInView, usePaused } from '../../foundation/ui/motion.tsx';

export type TypewriterState = { phrase: number; shownLetters: number; deleting: boolean };

const inputAfter = 30;
const deletedAfter = 20;
const restsFor = 3000;

/** Returns the next state, and the delay before it in milliseconds. */
export function nextStroke(
  phrases: readonly string[],
  at: TypewriterState,
): { after: number; to: TypewriterState } {
  const length = phrases[at.phrase]?.length ?? 0;
  if (at.deleting) {
    if (at.shownLetters > 0) return { after: deletedAfter, to: { ...at, shownLetters: at.shownLetters - 1 } };
    return {
      after: inputAfter,
      to: { phrase: (at.phrase + 1) % phrases.length, shownLetters: 0, deleting: false },
    };
  }
  if (at.shownLetters < length)
    return { after: inputAfter, to: { ...at, shownLetters: at.shownLetters + 1 } };
  return { after: restsFor, to: { ...at, deleting: true } };
}

/** Types the phrases one after another. The invisible list is for screen readers, and reserves the height of the longest. */
export function Typewriter({ phrases }: { phrases: readonly string[] }) {
  const line = useRef<HTMLDivElement>(null);
  const inView = useInView(line, 0);
  const [paused, toggle] = usePaused();
  const [at, setAt] = useState<TypewriterState>({
    phrase: 0,
    shownLetters: phrases[0]?.length ?? 0,
    deleting: false,
  });
  const moving = inView && !paused && phrases.length > 1;

  useEffect(() => {
    if (!moving) return;
    const { after, to } = nextStroke(phrases, at);
    const timer = setTimeout(setAt, after, to);
    return () => clearTimeout(timer);
  }, [moving, phrases, at]);

  const phrase = phrases[at.phrase] ?? '';
  return (
    <div className="type" ref={line}>
      <div className="grid grow grid-cols-1 gap-0">
        <ul className="col-start-1 row-start-1 grid grid-cols-1 gap-0 opacity-0">
          {phrases.map((text) => (
            <li key={text} className="col-start-1 row-start-1 pr-2">
              {text}
            </li>
          ))}
        </ul>
        <p className="col-start-1 row-start-1" aria-hidden="true">
          {paused ? phrase : phrase.slice(0, at.shownLetters)}
          <span className="caret" />
        </p>
      </div>
      {phrases.length > 1 && <PauseButton subject="the moving text" paused={paused} onToggle={toggle} />}
    </div>
  );
}
