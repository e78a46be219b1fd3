/**
 * The result of a load: requests per second, and the median and the 99th percentile of their time in milliseconds. `cpuMs` is the
 * server's CPU time per request in milliseconds, if known.
 */
export type LoadResult = { perSecond: number; median: number; slowest: number; cpuMs: number | undefined };

const warmUpSeconds = 2;

/**
 * Runs `work` repeatedly in `concurrency` lanes, one call after the other in each lane. Ignores the first two seconds, in which
 * code is compiled and connections are opened.
 */
export async function runLoad(
  { concurrency, seconds }: { concurrency: number; seconds: number },
  work: (lane: number) => Promise<unknown>,
  readCpuMs: () => number | undefined = () => undefined,
): Promise<LoadResult> {
  const cpuBefore = readCpuMs();
  let all = 0;
  const countFrom = performance.now() + warmUpSeconds * 1000;
  const end = countFrom + seconds * 1000;
  const times: number[] = [];
  const run = async (lane: number) => {
    for (;;) {
      const startedAt = performance.now();
      if (startedAt >= end) return;
      await work(lane);
      all += 1;
      const endedAt = performance.now();
      if (endedAt > countFrom && endedAt <= end) times.push(endedAt - startedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, lane) => run(lane)));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const cpuAfter = readCpuMs();
  const cpuMs = cpuAfter === undefined || cpuBefore === undefined ? undefined : (cpuAfter - cpuBefore) / all;
  return { perSecond: times.length / seconds, median: at(0.5), slowest: at(0.99), cpuMs };
}
