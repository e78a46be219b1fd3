/** Restarts the shop's process with settings that reduce its memory. */

/** Collects the young generation more often, instead of letting it grow to 100 MB. */
const flags = ['--max-semi-space-size=8'];

/**
 * Collects the old generation when the heap has doubled. After ten minutes under load, V8 would wait until the heap has
 * quadrupled. This costs 10 to 20 % of an uncached render. It saves 75 MB with the embedded database, which needs as much memory
 * as all other parts. With PostgreSQL it saves too little.
 */
const embeddedFlags = ['--heap-growing-percent=100'];

/**
 * Settings of glibc, which other C libraries ignore. Compression allocates large, short-lived blocks in several threads. By
 * default each thread has its own arena, whose memory is never returned to the system.
 */
const environment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/**
 * Replaces this process with one that has these settings, under the same process id. A process reads both settings only at its
 * start. Does nothing if MALLOC_ARENA_MAX is already set, and on systems without `execve`, such as Windows.
 */
export function addMemoryFlags() {
  if (process.env.MALLOC_ARENA_MAX !== undefined || process.platform === 'win32' || !process.execve) return;
  // `execve` would close the IPC channel to the parent process.
  if (process.channel) return;
  const { execPath, execArgv, argv, env } = process;
  const all = env.DATABASE_URL ? flags : [...flags, ...embeddedFlags];
  process.execve(execPath, [execPath, ...all, ...execArgv, ...argv.slice(1)], { ...env, ...environment });
}
