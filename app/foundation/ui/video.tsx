import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PauseButton, useInView, useShouldReduceMotion } from './motion.tsx';

type VideoProps = {
  /** Files under `/uploads/`. The browser tries the WebM first, because it is smaller than the MP4. */
  mp4: string;
  webm?: string | null;
  /** The noun in the label of the play button, such as `the film`. */
  subject: string;
  /** The accessible name. A video without a name is decoration and hidden from screen readers. */
  label?: string;
  /** CSS class of the play button, which sets its position. */
  buttonClassName?: string;
  /**
   * True if the video plays without a click, for example while the product card is hovered. The play button overrides this
   * property.
   */
  autoPlay?: boolean;
  /** The share of the video, from 0 to 1, that must be in the viewport before the video plays. */
  share?: number;
  /** The image that is displayed until the video plays. The video is not fetched before it plays. */
  children: ReactNode;
};

/**
 * Muted video that plays in a loop while it is visible. With reduced motion or in light mode, it plays only after a click. Until
 * then, it shows the poster. The parent element must be positioned and have a size.
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
  const isReduced = useShouldReduceMotion();

  const isPlaying = isInView && (choice ? choice === 'play' : autoPlay && isReduced === false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!isPlaying) {
      element.pause();
      return;
    }
    element.play().catch((error: unknown) => {
      // A pause before the first frame causes an expected error. After any other error, show the poster and the button.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setChoice('pause');
    });
  }, [isPlaying]);

  return (
    <>
      {children}
      <video
        ref={video}
        // Without JavaScript, browsers show controls on every video. On a decorative video, the controls would cover the poster.
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
