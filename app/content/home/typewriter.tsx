import { useEffect, useRef, useState } from 'react';
import { PauseButton, useInView, usePaused } from '../../foundation/ui/motion.tsx';

export type TypewriterState = { phrase: number; shownCharacters: number; deleting: boolean };

/** Delays in milliseconds: after a typed character, after a deleted character, and after a complete phrase. */
const typingMs = 30;
const deletingMs = 20;
const restMs = 3000;

/** Returns the next state and the delay before it, in milliseconds. */
export function nextStroke(
  phrases: readonly string[],
  state: TypewriterState,
): { after: number; to: TypewriterState } {
  const length = phrases[state.phrase]?.length ?? 0;
  if (state.deleting) {
    if (state.shownCharacters > 0)
      return { after: deletingMs, to: { ...state, shownCharacters: state.shownCharacters - 1 } };
    return {
      after: typingMs,
      to: { phrase: (state.phrase + 1) % phrases.length, shownCharacters: 0, deleting: false },
    };
  }
  if (state.shownCharacters < length)
    return { after: typingMs, to: { ...state, shownCharacters: state.shownCharacters + 1 } };
  return { after: restMs, to: { ...state, deleting: true } };
}

/**
 * Types the phrases one after another. An invisible list of all phrases is for screen readers, and reserves the height of the
 * longest phrase.
 */
export function Typewriter({ phrases }: { phrases: readonly string[] }) {
  const line = useRef<HTMLDivElement>(null);
  const inView = useInView(line, 0);
  const [paused, toggle] = usePaused();
  const [state, setState] = useState<TypewriterState>({
    phrase: 0,
    shownCharacters: phrases[0]?.length ?? 0,
    deleting: false,
  });
  const isMoving = inView && !paused && phrases.length > 1;

  useEffect(() => {
    if (!isMoving) return;
    const { after, to } = nextStroke(phrases, state);
    const timer = setTimeout(setState, after, to);
    return () => clearTimeout(timer);
  }, [isMoving, phrases, state]);

  const phrase = phrases[state.phrase] ?? '';
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
          {paused ? phrase : phrase.slice(0, state.shownCharacters)}
          <span className="caret" />
        </p>
      </div>
      {phrases.length > 1 && <PauseButton subject="the moving text" paused={paused} onToggle={toggle} />}
    </div>
  );
}
