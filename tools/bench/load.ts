/**
 * What came of a load: how many were done a second; how long one took, in milliseconds, in the middle and at the 99th of
 * a hundred; and for how many milliseconds each kept a processor busy in the server, where that is known.
 */
export type LoadResult = { perSecond: number; median: number; slowest: number; cpuMs: number | undefined };

const warmUpSeconds = 2;

/**
 * So many lanes do `work` again and again, each its own next one as soon as the last is done. What the first two
 * seconds bring is not counted: by then the code is compiled and the lines are open.
 */
export async function runLoad(
  { concurrency, seconds }: { concurrency: number; seconds: number },
  work: (lane: number) => Promise<unknown>,
  busySoFar: () => number | undefined = () => undefined,
): Promise<LoadResult> {
  const busyBefore = busySoFar();
  let all = 0;
  const counted = performance.now() + warmUpSeconds * 1000;
  const end = counted + seconds * 1000;
  const times: number[] = [];
  const run = async (lane: number) => {
    for (;;) {
      const begun = performance.now();
      if (begun >= end) return;
      await work(lane);
      all += 1;
      const done = performance.now();
      if (done > counted && done <= end) times.push(done - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, lane) => run(lane)));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const busy = busySoFar();
  const busyMs = busy === undefined || busyBefore === undefined ? undefined : (busy - busyBefore) / all;
  return { perSecond: times.length / seconds, median: at(0.5), slowest: at(0.99), cpuMs: busyMs };
}
