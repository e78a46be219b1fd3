import { rmSync } from 'node:fs';
import { type ManagedProcess, spawnChild } from '../../engine/child-process.ts';
import { makeTempFolder } from '../../engine/temp-folder.ts';

export type BrowserProcess = ManagedProcess & {
  /** The path of the browser's temporary home folder. */
  home: string;
};

/**
 * Starts a browser with a temporary home folder, which `stop` removes. The browser and its child processes end with this process,
 * even if this process is killed.
 */
export function startBrowser(
  name: string,
  program: string,
  argsFor: (home: string) => string[],
  environment: NodeJS.ProcessEnv = {},
): BrowserProcess {
  const home = makeTempFolder(name);
  const { child, stop } = spawnChild(program, argsFor(home), {
    cwd: home,
    signal: 'kill all',
    environment: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...environment },
  });
  return {
    child,
    home,
    stop: async () => {
      await stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/**
 * Waits until the browser's output matches the pattern. Returns the first group of the match. Rejects if the browser exits first.
 */
export function untilWritten({ child }: ManagedProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (bytes: Buffer) => {
      text += bytes.toString();
      const [, part] = pattern.exec(text) ?? [];
      if (part !== undefined) resolve(part);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () =>
      reject(new Error(`The browser exited before it was ready:\n${text.slice(-2000)}`)),
    );
  });
}
