import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../tests/engine/postgres-server.ts';

/** The line between the shop and its database, which somebody can cut. */
export type DatabaseProxy = {
  /** The database's address at the near end of the line. */
  url: string;
  /** Breaks every connection, and refuses new ones. */
  cut(): Promise<void>;
  /** Lets nothing through, and breaks nothing: as when a server hangs, or a cable is pulled. */
  hold(): void;
  fix(): Promise<void>;
};

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const far = new URL(databaseUrl);
  const near = new URL(databaseUrl);
  near.port = String(await freePort());
  const sockets = new Set<Socket>();
  let isHeld = false;
  let server = await listen();

  async function listen(): Promise<Server> {
    const made = createServer((client) => {
      const upstream = connect(Number(far.port), far.hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
        if (isHeld) from.pause();
      }
    });
    made.listen(Number(near.port), '127.0.0.1');
    await once(made, 'listening');
    return made;
  }

  return {
    url: near.href,
    cut: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    fix: async () => {
      isHeld = false;
      if (!server.listening) server = await listen();
      for (const socket of sockets) socket.resume();
    },
  };
}
