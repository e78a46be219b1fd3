/** Current time and timers, in milliseconds. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  wait(time: number): Promise<unknown>;
  /** Runs `work` at this interval. Returns a function that stops the timer. */
  every(interval: number, work: () => void): () => void;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  wait: (time) => new Promise((resolve) => setTimeout(resolve, time)),
  every(interval, work) {
    const timer = setInterval(work, interval);
    return () => clearInterval(timer);
  },
};
