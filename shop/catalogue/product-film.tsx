import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../foundation/ui/icon.tsx';

type Film = { file: string; name: string; children: ReactNode };

/** True when a film may begin by itself: no wish for stillness, no wish to save data. */
function mayBegin(): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  const connection: unknown = Reflect.get(navigator, 'connection');
  return !(
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  );
}

/**
 * The film of a piece: silent, in a loop, beginning when it comes into view unless the visitor prefers stillness.
 * Its children are the picture that lies under it until then: unlike a `poster`, it may load late.
 */
export function ProductFilm({ file, name, children }: Film) {
  const film = useRef<HTMLVideoElement>(null);
  const [ready, setReady] = useState(false);
  const [playing, setPlaying] = useState(false);
  // A film that was stopped by hand stays stopped.
  const stopped = useRef(false);

  useEffect(() => {
    setReady(true);
    const video = film.current;
    if (!video) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) video.pause();
        else if (!stopped.current && mayBegin()) video.play().catch(() => setPlaying(false));
      },
      { threshold: 0.4 },
    );
    observer.observe(video);
    return () => observer.disconnect();
  }, []);

  function toggle() {
    const video = film.current;
    if (!video) return;
    stopped.current = !video.paused;
    if (video.paused) video.play().catch(() => setPlaying(false));
    else video.pause();
  }

  return (
    <>
      {children}
      <video
        ref={film}
        className="absolute inset-0 size-full object-cover"
        src={`/uploads/${file}`}
        aria-label={`${name}, a silent film`}
        preload="none"
        controls={!ready}
        muted
        loop
        playsInline
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      {ready && (
        <button
          type="button"
          className="icon absolute bottom-2 left-2 bg-paper"
          aria-label={playing ? 'Pause the film' : 'Play the film'}
          onClick={toggle}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
      )}
    </>
  );
}
