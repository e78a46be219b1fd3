import type { SqlMutant } from './sql-mutants.ts';

const at = (file: string, test: string, mutants: Omit<SqlMutant, 'file' | 'tests'>[]): SqlMutant[] =>
  mutants.map((mutant) => ({ file, tests: [test], ...mutant }));

/** Mutants of the shutdown and the restart of processes. Their tests need no database. */
export const processMutants: readonly SqlMutant[] = [
  ...at('scripts/shutdown.mjs', 'scripts/shutdown.test.ts', [
    {
      breaks: 'SIGHUP kills the shop in the middle of an order',
      original: "['SIGINT', 'SIGTERM', 'SIGHUP']",
      replacement: "['SIGINT', 'SIGTERM']",
      title: 'exits with 0 after it has closed on SIGHUP',
    },
    {
      breaks: 'one Ctrl-C, which npm sends a second time, kills the shop',
      original: 'duplicateMs = 500',
      replacement: 'duplicateMs = -1',
      title: 'ignores further signals for half a second',
    },
    {
      breaks: 'a shop whose shutdown hangs cannot be stopped',
      original: 'if (Date.now() - firstSignalAt > duplicateMs) process.exit(1);',
      replacement: '',
      title: 'exits with 1 on the next signal',
    },
    {
      breaks: 'a second signal closes the shop twice',
      original: '    firstSignalAt = Date.now();\n',
      replacement: '',
      title: 'ignores further signals for half a second',
    },
    {
      breaks: 'the shop keeps running after npm has exited',
      original: '  onNpmExit(end);\n',
      replacement: '',
      title: 'closes when the npm that started it has exited',
    },
    {
      breaks: 'Ctrl-C kills the worker processes before they have closed',
      original: "['SIGINT', 'SIGHUP']",
      replacement: "['SIGHUP']",
      title: 'ignores Ctrl-C and SIGHUP',
    },
    {
      breaks: 'a second SIGTERM kills a worker process that is closing',
      original: "    process.on('SIGTERM', () => undefined);\n",
      replacement: '',
      title: 'exits with 0 after it has closed once on SIGTERM',
    },
    {
      breaks: 'a process that npm did not start exits with its parent',
      original: '  if (!process.env.npm_lifecycle_event) return;\n',
      replacement: '',
      title: 'does nothing if npm did not start the process',
    },
  ]),
  ...at('scripts/become-pinned-node.mjs', 'scripts/become-pinned-node.test.ts', [
    {
      breaks: 'a start that failed under the pinned Node looks like a success',
      original: 'process.exitCode = code ?? 1',
      replacement: 'process.exitCode = code ?? 0',
      title: 'exits with 1 if a signal kills the program',
    },
    {
      breaks: 'the program under the pinned Node keeps running after npm has exited',
      original: "  onNpmExit(() => child.kill('SIGTERM'));\n",
      replacement: '',
      title: 'stops the program when the npm that started it exits',
    },
  ]),
  ...at('scripts/processes.mjs', 'scripts/processes.test.ts', [
    {
      breaks: 'several processes migrate and seed at once',
      original: 'if (first.banner !== undefined && !isClosing)\n',
      replacement: 'if (true)\n',
      title: 'starts no other process if the first one fails',
    },
    {
      breaks: 'worker processes keep running if another fails to start',
      original: '      await close();\n      throw',
      replacement: '      throw',
      title: 'closes the open processes if another one fails',
    },
    {
      breaks: 'a start with one failed process looks like a success',
      original: 'all.some(({ banner }) => banner === undefined)',
      replacement: 'first.banner === undefined',
      title: 'closes the open processes if another one fails',
    },
    {
      breaks: 'a process that fails to start is restarted without a delay',
      original: 'Math.max(minWaitMs, waitMs * 2)',
      replacement: 'waitMs * 2',
      title: 'is restarted after delays that double',
    },
    {
      breaks: 'a process that exited after an hour is restarted after half a minute',
      original: 'isStable ? 0 : ',
      replacement: '',
      title: 'is restarted at once if it ran for a minute',
    },
    {
      breaks: 'only the first of several processes is restarted',
      original: 'for (const one of all) void keepRunning(one);',
      replacement: 'void keepRunning(first);',
      title: 'is restarted after delays that double',
    },
    {
      breaks: 'a process is started while the shop closes',
      original: '{ ref: false });\n      if (isClosing) return;',
      replacement: '{ ref: false });',
      title: 'does not restart a process that exited shortly before',
    },
    {
      breaks: 'a shutdown is logged as a failure of the processes',
      original: 'await ended;\n      if (isClosing) return;',
      replacement: 'await ended;',
      title: 'sends SIGTERM to each',
    },
    {
      breaks: 'only one of several processes receives SIGTERM',
      original: "for (const worker of running) worker.process.kill('SIGTERM')",
      replacement: "running[0]?.process.kill('SIGTERM')",
      title: 'sends SIGTERM to each',
    },
    {
      breaks: 'the primary process exits before the workers have closed',
      original: 'Promise.all(ended)',
      replacement: 'Promise.race(ended)',
      title: 'sends SIGTERM to each',
    },
    {
      breaks: 'a process whose shutdown hangs is never killed',
      original: "if (!worker.isDead()) worker.process.kill('SIGKILL')",
      replacement: 'void worker',
      title: 'kills only processes that have not exited after 10.5 seconds',
    },
    {
      breaks: 'a client waits forever whose connection was being passed to a process that was killed',
      original: 'connection?.close?.()',
      replacement: 'undefined',
      title: 'does not leave open a connection that was being passed to it',
    },
  ]),
  ...at('app/start-up.server.ts', 'app/start-up.test.ts', [
    {
      breaks: 'the process exits while the database is still closing',
      original: 'await database.close()',
      replacement: 'void database.close()',
      title: 'closing the shop waits for the responses in progress, and then closes the database',
    },
    {
      breaks: 'the database closes before a response in progress has ended',
      original: 'server.close(resolve)',
      replacement: 'resolve()',
      title: 'closing the shop waits for the responses in progress, and then closes the database',
    },
    {
      breaks: 'a shutdown takes longer than systemd waits',
      original: 'drainMs = 9000',
      replacement: 'drainMs = 90_000',
      title: 'closes the database after nine seconds even if work is still in progress',
    },
  ]),
  ...at('app/foundation/jobs/poller.server.ts', 'app/foundation/jobs/poller.test.ts', [
    {
      breaks: 'a worker with a long queue claims further rows while the shop closes',
      original: 'task(() => isStopped)',
      replacement: 'task(() => false)',
      title: 'makes `mustStop` return true in the current task when the poller is stopped',
    },
    {
      breaks: 'the database closes before a task in progress has ended',
      original: 'clearTimeout(timer);\n      await run;',
      replacement: 'clearTimeout(timer);',
      title: 'waits for the current task',
    },
  ]),
  ...at('app/foundation/ui/notices.ts', 'app/foundation/ui/notices.test.ts', [
    {
      breaks: 'dismissing one notice dismisses the others too',
      original: 'notices.read().filter((notice) => notice.id !== id)',
      replacement: '[]',
      title: 'dismisses one notice and keeps the other notices',
    },
    {
      breaks: 'the newest of four notices is not shown',
      original: '.slice(-3)',
      replacement: '.slice(0, 3)',
      title: 'shows only the three latest notices',
    },
  ]),
];
