import type { SqlMutant } from './sql-mutants.ts';

const at = (file: string, test: string, mutants: Omit<SqlMutant, 'file' | 'tests'>[]): SqlMutant[] =>
  mutants.map((mutant) => ({ file, tests: [test], ...mutant }));

/** How the shop's processes end, and how one that ends is replaced: no database takes part. */
export const processMutants: readonly SqlMutant[] = [
  ...at('scripts/shutdown.mjs', 'scripts/shutdown.test.ts', [
    {
      breaks: 'SIGHUP cuts the shop off in the middle of an order',
      original: "['SIGINT', 'SIGTERM', 'SIGHUP']",
      replacement: "['SIGINT', 'SIGTERM']",
      title: 'closes at SIGHUP',
    },
    {
      breaks: 'one Ctrl-C, which comes as two signals, cuts the shop off',
      original: 'onePressMs = 500',
      replacement: 'onePressMs = -1',
      title: 'takes signals within half a second as one press',
    },
    {
      breaks: 'a shop that hangs while it closes cannot be stopped',
      original: 'if (Date.now() - requested > onePressMs) process.exit(1);',
      replacement: '',
      title: 'exits with 1 at the first one after it',
    },
    {
      breaks: 'a second signal closes what is closing',
      original: '    requested = Date.now();\n',
      replacement: '',
      title: 'takes signals within half a second as one press',
    },
    {
      breaks: 'the shop stays behind when its npm is gone',
      original: '  onNpmExit(end);\n',
      replacement: '',
      title: 'closes when the npm that started it is gone',
    },
    {
      breaks: 'Ctrl-C kills the worker processes before they have closed',
      original: "['SIGINT', 'SIGHUP']",
      replacement: "['SIGHUP']",
      title: 'leaves Ctrl-C and SIGHUP to the first process',
    },
    {
      breaks: 'a second SIGTERM kills a worker process that is closing',
      original: "    process.on('SIGTERM', () => undefined);\n",
      replacement: '',
      title: 'closes once at SIGTERM',
    },
    {
      breaks: 'a process that npm did not start ends when its parent does',
      original: '  if (!process.env.npm_lifecycle_event) return;\n',
      replacement: '',
      title: 'leaves a process alone that npm did not start',
    },
  ]),
  ...at('scripts/become-pinned-node.mjs', 'scripts/become-pinned-node.test.ts', [
    {
      breaks: 'a start that failed under the pinned Node looks like a success',
      original: 'process.exitCode = code ?? 1',
      replacement: 'process.exitCode = code ?? 0',
      title: 'ends with 1 when a signal has killed the program',
    },
    {
      breaks: 'the program under the pinned Node stays behind when npm is gone',
      original: "  onNpmExit(() => child.kill('SIGTERM'));\n",
      replacement: '',
      title: 'ends the program when the npm that started it is gone',
    },
  ]),
  ...at('scripts/processes.mjs', 'scripts/processes.test.ts', [
    {
      breaks: 'several processes migrate and seed at once',
      original: 'if (first.banner !== undefined && !isClosing)\n',
      replacement: 'if (true)\n',
      title: 'begins no other when the first cannot open',
    },
    {
      breaks: 'processes stay open when another cannot open',
      original: '      await close();\n      throw',
      replacement: '      throw',
      title: 'closes those that are open when another cannot open',
    },
    {
      breaks: 'a start of which one process failed looks like a success',
      original: 'all.some(({ banner }) => banner === undefined)',
      replacement: 'first.banner === undefined',
      title: 'closes those that are open when another cannot open',
    },
    {
      breaks: 'a process that cannot open is started again without a pause',
      original: 'Math.max(minWaitMs, waitMs * 2)',
      replacement: 'waitMs * 2',
      title: 'is replaced after pauses that double',
    },
    {
      breaks: 'a process that ended after an hour is replaced after half a minute',
      original: 'livedLong ? 0 : ',
      replacement: '',
      title: 'is replaced at once after a minute',
    },
    {
      breaks: 'only the first of several processes is replaced',
      original: 'for (const one of all) void keep(one);',
      replacement: 'void keep(first);',
      title: 'is replaced after pauses that double',
    },
    {
      breaks: 'a process is started while the shop closes',
      original: '{ ref: false });\n      if (isClosing) return;',
      replacement: '{ ref: false });',
      title: 'does not replace a process that ended shortly before',
    },
    {
      breaks: 'closing is logged as if the processes had failed',
      original: 'await ended;\n      if (isClosing) return;',
      replacement: 'await ended;',
      title: 'sends SIGTERM to each',
    },
    {
      breaks: 'only one of several processes closes in order',
      original: "for (const worker of running) worker.process.kill('SIGTERM')",
      replacement: "running[0]?.process.kill('SIGTERM')",
      title: 'sends SIGTERM to each',
    },
    {
      breaks: 'the first process ends before the others have closed',
      original: 'Promise.all(ended)',
      replacement: 'Promise.race(ended)',
      title: 'sends SIGTERM to each',
    },
    {
      breaks: 'a process that hangs while it closes is never killed',
      original: "if (!worker.isDead()) worker.process.kill('SIGKILL')",
      replacement: 'void worker',
      title: 'kills what has not ended after ten and a half seconds',
    },
    {
      breaks: 'a shopper whose connection was handed to a process that died waits for ever',
      original: 'visitor?.close?.()',
      replacement: 'undefined',
      title: 'leaves nobody waiting whose connection was on the way to it',
    },
  ]),
  ...at('app/start-up.server.ts', 'app/start-up.test.ts', [
    {
      breaks: 'the process ends while the database is still closing',
      original: 'await database.close()',
      replacement: 'void database.close()',
      title: 'closes the database after the responses in progress have ended',
    },
    {
      breaks: 'the database closes under an answer that is under way',
      original: 'server.close(resolve)',
      replacement: 'resolve()',
      title: 'closes the database after the responses in progress have ended',
    },
    {
      breaks: 'closing takes longer than systemd waits',
      original: 'drainMs = 9000',
      replacement: 'drainMs = 90_000',
      title: 'closes the database after nine seconds although work is still in progress',
    },
  ]),
  ...at('app/foundation/jobs/poller.server.ts', 'app/foundation/jobs/poller.test.ts', [
    {
      breaks: 'a worker with a long queue claims further rows while the shop closes',
      original: 'task(() => stopped)',
      replacement: 'task(() => false)',
      title: 'makes `mustStop` return true in the current task when the poller is stopped',
    },
    {
      breaks: 'the database closes under a task that is under way',
      original: 'clearTimeout(timer);\n      await run;',
      replacement: 'clearTimeout(timer);',
      title: 'waits for the current task',
    },
  ]),
  ...at('app/foundation/ui/notices.ts', 'app/foundation/ui/notices.test.ts', [
    {
      breaks: 'dismissing one notice takes the others away, unread',
      original: 'notices.read().filter((notice) => notice.id !== id)',
      replacement: '[]',
      title: 'dismisses one notice and keeps the others',
    },
    {
      breaks: 'the newest of four notices is not shown',
      original: '.slice(-3)',
      replacement: '.slice(0, 3)',
      title: 'shows only the last three notices',
    },
  ]),
];
