import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PauseButton, useInView, useReducedMotion } from './motion.tsx';

type VideoProps = {
  /** The files under `/uploads/`. The WebM is smaller, so it is offered first. */
  mp4: string;
  webm?: string | null;
  /** The object in the button's label: `the film`. */
  subject: string;
  /** The accessible name of a video with content of its own. It has the browser's controls until the script has loaded. */
  label?: string;
  /** Positions the button. */
  buttonClassName?: string;
  /** True to play, for example while the product card is hovered. The button overrides it. */
  autoPlay?: boolean;
  /** The part of the video that must be in the viewport to play, 0 to 1. */
  share?: number;
  /** The poster below the video. The video is not fetched before it plays. */
  children: ReactNode;
};

/**
 * Muted video that loops over its poster. It plays only in view, does not autoplay with reduced motion or in light mode, and
 * always has a button. Its parent must be positioned and have a size.
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
  const isInView = useInView(video, share);
  const [choice, setChoice] = useState<'play' | 'pause'>();
  const isReduced = useReducedMotion();

  const isPlaying = isInView && (choice ? choice === 'play' : autoPlay && isReduced === false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!isPlaying) {
      element.pause();
      return;
    }
    element.play().catch((error: unknown) => {
      // A pause before the first frame is no failure. After any other error, show the poster and the play button.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setChoice('pause');
    });
  }, [isPlaying]);

  return (
    <>
      {children}
      <video
        ref={video}
        // Without script, the browser's controls would cover the poster.
        className={`absolute inset-0 h-full w-full object-cover ${label === undefined ? 'noscript:hidden' : ''}`}
        muted
        loop
        playsInline
        preload="none"
        disablePictureInPicture
        controls={label !== undefined && isReduced === undefined}
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
        paused={!isPlaying}
        onToggle={() => setChoice(isPlaying ? 'pause' : 'play')}
      />
    </>
  );
}
