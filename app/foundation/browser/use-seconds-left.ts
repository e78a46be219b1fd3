import { useEffect, useState } from 'react';

/**
 * Hook that returns the number of seconds until a time in milliseconds since 1970, but at least 0. Reads the clock for each
 * update, because timers in a hidden tab are late.
 */
export function useSecondsLeft(until: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(until));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** Formats a number of seconds as minutes and seconds, such as `0:07`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
