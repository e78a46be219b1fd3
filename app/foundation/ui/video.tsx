import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PauseButton, useInView, useReducedMotion } from './motion.tsx';

type VideoProps = {
  /** Files under `/uploads/`; the WebM is the smaller one and is offered first. */
  mp4: string;
  webm?: string | null;
  /** What the button names: `the film`. */
  subject: string;
  /** Names the film where it tells something of its own; it then has the browser's controls until the script comes. */
  label?: string;
  /** Where the button stands, unless the surroundings say so. */
  buttonClassName?: string;
  /** Whether the surroundings invite the film to play, as a pointer over its piece does. The button outranks it. */
  autoPlay?: boolean;
  /** How much of the picture must be in the window. */
  share?: number;
  /** The poster: the film lies over it, and nothing of the film is fetched before it plays. */
  children: ReactNode;
};

/**
 * A silent film that loops over its poster. It plays only in view, never by itself under reduced motion or on
 * light pages, and always has a button. Stands in an element that is positioned and has its size.
 */
export function Video({
  mp4,
  webm,
  subject,
  label,
  buttonClassName = '',
  autoPlay = true,
  share,
  children,
}: VideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const inView = useInView(video, share);
  const [choice, setChoice] = useState<'play' | 'pause'>();
  const quiet = useReducedMotion();

  const playing = inView && (choice ? choice === 'play' : autoPlay && quiet === false);
  useEffect(() => {
    const film = video.current;
    if (!film) return;
    if (!playing) {
      film.pause();
      return;
    }
    film.play().catch((error: unknown) => {
      // Being paused before the first frame is no failure; anything else leaves the poster and the Play button.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setChoice('pause');
    });
  }, [playing]);

  return (
    <>
      {children}
      <video
        ref={video}
        // Without script the engine's controls would lie black over the poster.
        className={`absolute inset-0 h-full w-full object-cover ${label === undefined ? 'noscript:hidden' : ''}`}
        muted
        loop
        playsInline
        preload="none"
        disablePictureInPicture
        controls={label !== undefined && quiet === undefined}
        aria-label={label}
        aria-hidden={label === undefined ? true : undefined}
        tabIndex={label === undefined ? -1 : undefined}
      >
        {webm && <source src={`/uploads/${webm}`} type="video/webm" />}
        <source src={`/uploads/${mp4}`} type="video/mp4" />
      </video>
      <PauseButton
        className={`pause-button z-10 ${buttonClassName}`}
        subject={subject}
        paused={!playing}
        onToggle={() => setChoice(playing ? 'pause' : 'play')}
      />
    </>
  );
}
