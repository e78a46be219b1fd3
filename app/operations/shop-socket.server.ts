import { chmodSync, existsSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import type { Log } from '../foundation/log.server.ts';
import type { BackupNote } from '../notifications/last-backup.server.ts';

const Request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('copy') }),
  z.object({ action: z.literal('owner'), args: z.array(z.string()).max(10) }),
  z.object({ action: z.literal('note-backup'), madeAt: z.iso.datetime(), madeBy: z.string().max(200) }),
]);
type Request = z.infer<typeof Request>;

const Reply = z.union([z.object({ done: z.string() }), z.object({ failed: z.string() })]);

/**
 * Actions that commands on this machine request from the running shop, because only the shop's process can read its embedded
 * database.
 */
type SocketActions = {
  /** Copies the rows of the database into a new folder. */
  copy: (into: string) => Promise<void>;
  /** Makes the change that `npm run owner` has requested. Returns the text to print. */
  owner: (args: readonly string[]) => Promise<string>;
  /** Stores the note about a backup for the dashboard. */
  noteBackup: (note: BackupNote) => Promise<void>;
};

/** Returns the path of the socket. Only the owner of the data folder can use it. */
const socketOf = (dataDir: string) => path.join(dataDir, 'shop.sock');

/** Maximum length of a socket's path on common systems. */
const maxPathLength = 100;
/** Maximum length of a request, in characters. */
const maxRequestLength = 10_000;

/** Serves requests of commands on this machine. Returns a function that stops serving. */
export function serveShopSocket(dataDir: string, actions: SocketActions, log: Pick<Log, 'warn'>): () => void {
  const file = socketOf(dataDir);
  if (file.length > maxPathLength || process.platform === 'win32') return () => undefined;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    respond(socket, dataDir, actions).then(
      (done) => socket.end(JSON.stringify({ done })),
      (error: unknown) => {
        log.warn({ err: error }, 'command from this machine failed');
        socket.end(JSON.stringify({ failed: error instanceof Error ? error.message : String(error) }));
      },
    );
  });
  server.on('error', (err) =>
    log.warn({ err }, 'command socket failed: no backups and no owner commands while the shop is running'),
  );
  // Delete an old socket. Its process has ended, because this process has locked the folder.
  rmSync(file, { force: true });
  server.listen(file, () => chmodSync(file, 0o600));
  server.unref();
  return () => server.close();
}

/** Reads the request and runs the requested action. Resolves to the action's output. */
async function respond(socket: Socket, dataDir: string, actions: SocketActions): Promise<string> {
  let text = '';
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.length > maxRequestLength) throw new Error('The request is too long.');
  }
  const request = Request.parse(JSON.parse(text));
  if (request.action === 'owner') return actions.owner(request.args);
  if (request.action === 'copy') return copyRows(dataDir, actions.copy);
  await actions.noteBackup({ madeAt: new Date(request.madeAt), madeBy: request.madeBy });
  return '';
}

/** Calls `copy` to copy the rows into a new folder. Returns the folder. The caller must remove it. */
export async function copyRows(dataDir: string, copy: (into: string) => Promise<void>): Promise<string> {
  const folder = path.join(dataDir, `copied-${crypto.randomUUID()}`);
  await removeIfFailed(folder, () => copy(path.join(folder, 'postgres')));
  return folder;
}

export async function removeIfFailed<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Sends a request to the shop that is running with `dataDir`. Resolves to the folder of the copied rows, or to the text to print.
 * @param what The action, for error messages
 */
export async function askRunningShop(dataDir: string, request: Request, what: string): Promise<string> {
  const file = socketOf(dataDir);
  if (!existsSync(file))
    throw new Error(`The shop that runs cannot be asked to ${what}. Close it, and try again.`);
  const socket = connect(file);
  socket.end(JSON.stringify(request));
  let text = '';
  for await (const part of socket) text += String(part);
  const reply = Reply.parse(JSON.parse(text));
  if ('failed' in reply) throw new Error(`The shop that runs could not ${what}: ${reply.failed}`);
  return reply.done;
}
