import { chmodSync, existsSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import type { Log } from '../foundation/log.server.ts';

const BackupReply = z.union([z.object({ copied: z.string() }), z.object({ failed: z.string() })]);

/** Where the running shop can be asked for a copy of its rows: a socket that only its owner may use. */
const lineOf = (dataDir: string) => path.join(dataDir, 'backup.sock');

/** What systems take as the path of a socket. */
const longestPath = 100;

/**
 * Lets whoever owns the data folder ask this process for a copy of its embedded database, which no other process can read
 * meanwhile. `copy` copies the rows into a new folder. Answers how to hang up.
 */
export function serveBackups(
  dataDir: string,
  copy: (into: string) => Promise<void>,
  log: Pick<Log, 'warn'>,
): () => void {
  const line = lineOf(dataDir);
  if (line.length > longestPath || process.platform === 'win32') return () => undefined;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const into = path.join(dataDir, `copied-${crypto.randomUUID()}`);
    copy(path.join(into, 'postgres')).then(
      () => socket.end(JSON.stringify({ copied: into })),
      async (error: unknown) => {
        log.warn({ err: error }, 'the rows could not be copied');
        await rm(into, { recursive: true, force: true });
        socket.end(JSON.stringify({ failed: error instanceof Error ? error.message : String(error) }));
      },
    );
  });
  server.on('error', (err) => log.warn({ err }, 'nobody can ask for a backup while the shop runs'));
  // We hold the folder, so whoever left a socket behind is gone.
  rmSync(line, { force: true });
  server.listen(line, () => chmodSync(line, 0o600));
  server.unref();
  return () => server.close();
}

/**
 * Asks the shop that runs over `dataDir` for a copy of its rows; answers the folder in which the copy's `postgres` lies, and
 * which the caller removes. Rejects with an Error in plain words.
 */
export async function requestCopy(dataDir: string): Promise<string> {
  const line = lineOf(dataDir);
  if (!existsSync(line))
    throw new Error('The shop that runs cannot be asked for a copy of its rows. Close it, and try again.');
  let said = '';
  for await (const part of connect(line)) said += String(part);
  const answer = BackupReply.parse(JSON.parse(said));
  if ('failed' in answer) throw new Error(`The shop that runs could not copy its rows: ${answer.failed}`);
  return answer.copied;
}
