import { type ChildProcess, spawn } from 'node:child_process';

export type ManagedProcess = {
  child: ChildProcess;
  /** Asks the process to end and waits until it has. */
  stop(): Promise<void>;
};

type SpawnChildOptions = {
  cwd: string;
  environment?: NodeJS.ProcessEnv;
  /** What is sent when it is to end: SIGINT to the program, or SIGKILL to it and to all that it has started. */
  ending?: 'interrupt' | 'kill all';
  /** Whom to run it as; ourselves when absent. */
  user?: { uid: number; gid: number } | undefined;
};

/**
 * Runs `program` so that it cannot outlive this process, however this process ends: a shell beside it reads a
 * pipe that we hold, and when the pipe closes (we stop it, we crash, somebody kills us) it sends SIGINT.
 * The program gets a session of its own, so that Ctrl-C in the terminal reaches it only through us.
 * Its standard output and errors come to us as `child.stdout` and `child.stderr`.
 */
export function spawnChild(
  program: string,
  args: string[],
  { cwd, environment, ending = 'interrupt', user }: SpawnChildOptions,
): ManagedProcess {
  // The shell leads the group of all that is started here, so minus its number is all of them.
  const end = ending === 'interrupt' ? 'kill -INT $$' : 'kill -KILL -$$';
  const watch = `exec 3<&0; (read -r _ <&3; ${end}) >/dev/null 2>&1 & exec 3<&- </dev/null; exec "$@"`;
  const child = spawn('/bin/sh', ['-c', watch, 'leash', program, ...args], {
    cwd,
    env: environment ?? process.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...user,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    child,
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}
