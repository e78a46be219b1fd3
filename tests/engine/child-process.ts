import { type ChildProcess, spawn } from 'node:child_process';

export type ManagedProcess = {
  child: ChildProcess;
  /** Sends the signal and waits until the process has exited. */
  stop(): Promise<void>;
};

type SpawnChildOptions = {
  cwd: string;
  environment?: NodeJS.ProcessEnv;
  /** The signal that `stop` sends: SIGINT to the program, or SIGKILL to the program and all its child processes. */
  signal?: 'interrupt' | 'kill all';
  /** The operating system's user that runs the program. By default the user of this process. */
  user?: { uid: number; gid: number } | undefined;
};

/**
 * Starts `program` as a child process that never outlives this process, even if this process crashes or is killed. A shell reads
 * a pipe of this process and sends the signal when the pipe closes. The program has its own session, so Ctrl-C in the terminal
 * does not reach the program directly.
 */
export function spawnChild(
  program: string,
  args: string[],
  { cwd, environment, signal = 'interrupt', user }: SpawnChildOptions,
): ManagedProcess {
  // The shell leads the process group, so its negative process id addresses the whole group.
  const kill = signal === 'interrupt' ? 'kill -INT $$' : 'kill -KILL -$$';
  const watch = `exec 3<&0; (read -r _ <&3; ${kill}) >/dev/null 2>&1 & exec 3<&- </dev/null; exec "$@"`;
  const child = spawn('/bin/sh', ['-c', watch, 'child', program, ...args], {
    cwd,
    env: environment ?? process.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...user,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    child,
    stop: () => {
      child.stdin.end();
      return exited;
    },
  };
}
