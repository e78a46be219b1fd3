/** Restarts the shop's process with settings that reduce its memory. */

/** Collects the young generation more often, instead of letting it grow to 100 MB. */
const flags = ['--max-semi-space-size=8'];

/**
 * Collects the old generation when the heap has doubled. After ten minutes under load, V8 would wait until it has quadrupled. It
 * costs 10 to 20 % of an uncached render and saves 75 MB with the embedded database, which needs as much memory as all else. With
 * PostgreSQL it saves too little.
 */
const embeddedFlags = ['--heap-growing-percent=100'];

/**
 * Settings of glibc; other C libraries ignore them. Compression allocates large, short-lived blocks in several threads. By
 * default each thread has its own arena, which is never returned to the system.
 */
const environment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/**
 * Replaces this process, under the same process id, with one that has these settings: both are read only at the start. Does
 * nothing if MALLOC_ARENA_MAX is set already, and on systems without `execve`, such as Windows.
 */
export function addMemoryFlags() {
  if (process.env.MALLOC_ARENA_MAX !== undefined || process.platform === 'win32' || !process.execve) return;
  // `execve` would close the IPC channel to the parent.
  if (process.channel) return;
  const { execPath, execArgv, argv, env } = process;
  const all = env.DATABASE_URL ? flags : [...flags, ...embeddedFlags];
  process.execve(execPath, [execPath, ...all, ...execArgv, ...argv.slice(1)], { ...env, ...environment });
}
