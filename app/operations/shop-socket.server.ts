import { chmodSync, existsSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import type { Log } from '../foundation/log.server.ts';

const Request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('copy') }),
  z.object({ action: z.literal('owner'), args: z.array(z.string()).max(10) }),
]);
type Request = z.infer<typeof Request>;

const Reply = z.union([z.object({ done: z.string() }), z.object({ failed: z.string() })]);

/** What another process on this machine can ask of the shop that runs, whose embedded database only it can read. */
type SocketActions = {
  /** Copies the rows into a new folder. */
  copy: (into: string) => Promise<void>;
  /** Does what `npm run owner` was called with. Returns what the terminal shows. */
  owner: (args: readonly string[]) => Promise<string>;
};

/** A socket in the data folder, which only the folder's owner may use. */
const socketOf = (dataDir: string) => path.join(dataDir, 'shop.sock');

/** What systems take as the path of a socket. */
const maxPathLength = 100;
/** More bytes than a request ever has. */
const maxBytes = 10_000;

/** Answers requests of commands on this machine. Returns a function that stops it. */
export function serveShopSocket(dataDir: string, actions: SocketActions, log: Pick<Log, 'warn'>): () => void {
  const file = socketOf(dataDir);
  if (file.length > maxPathLength || process.platform === 'win32') return () => undefined;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    answer(socket, dataDir, actions).then(
      (done) => socket.end(JSON.stringify({ done })),
      (error: unknown) => {
        log.warn({ err: error }, 'a command at the shop’s machine has failed');
        socket.end(JSON.stringify({ failed: error instanceof Error ? error.message : String(error) }));
      },
    );
  });
  server.on('error', (err) => log.warn({ err }, 'no command can ask the shop for anything while it runs'));
  // This process holds the folder, so the process that left a socket behind has ended.
  rmSync(file, { force: true });
  server.listen(file, () => chmodSync(file, 0o600));
  server.unref();
  return () => server.close();
}

async function answer(socket: Socket, dataDir: string, { copy, owner }: SocketActions): Promise<string> {
  let text = '';
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.length > maxBytes) throw new Error('The request is too long.');
  }
  const request = Request.parse(JSON.parse(text));
  if (request.action === 'owner') return owner(request.args);
  const into = path.join(dataDir, `copied-${crypto.randomUUID()}`);
  try {
    await copy(path.join(into, 'postgres'));
    return into;
  } catch (error) {
    await rm(into, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Asks the shop that runs over `dataDir` for a copy of its rows. Returns the folder in which the copy's `postgres` lies, which the caller
 * removes. Rejects with an Error in plain words.
 */
export function requestCopy(dataDir: string): Promise<string> {
  return ask(dataDir, { action: 'copy' }, 'copy its rows');
}

/** Asks the shop that runs over `dataDir` to do what `npm run owner` was called with. Rejects with an Error in plain words. */
export function requestOwnerChange(dataDir: string, args: readonly string[]): Promise<string> {
  return ask(dataDir, { action: 'owner', args: [...args] }, 'do it');
}

async function ask(dataDir: string, request: Request, what: string): Promise<string> {
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
