/** Lets the shop's process live in little memory, and give back what it needs no more. */

/** Young rubbish is looked through more often, instead of growing to a hundred megabytes first. */
const flags = ['--max-semi-space-size=8'];

/**
 * Old rubbish as well, as soon as there is as much of it as of what is in use; V8 would wait for up to four times as much once
 * the shop has been busy for ten minutes. It costs a page made anew a tenth to a fifth, and saves 75 MB beside the embedded
 * database, which takes as much room as all else; on PostgreSQL it saves too little to be worth that.
 */
const flagsBesideDatabase = ['--heap-growing-percent=100'];

/**
 * For the C library of Linux; others do not read it. What pages are compressed with is large and short-lived, comes from
 * several threads, and would stay with the process for ever: for each thread of its own, and never handed back.
 */
const environment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/**
 * Begins this very process again with these settings, under its number: both are only read when a process begins. Goes on
 * as it is where somebody has set them already, and where a process cannot begin again, as on Windows.
 */
export function addMemoryFlags() {
  if (process.env.MALLOC_ARENA_MAX !== undefined || process.platform === 'win32' || !process.execve) return;
  // Whoever listens to this process on a channel of Node's would lose it.
  if (process.channel) return;
  const { execPath, execArgv, argv, env } = process;
  const all = env.DATABASE_URL ? flags : [...flags, ...flagsBesideDatabase];
  process.execve(execPath, [execPath, ...all, ...execArgv, ...argv.slice(1)], { ...env, ...environment });
}
