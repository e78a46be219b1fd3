import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../tests/engine/postgres-server.ts';

/** A TCP proxy between the shop and its database. */
export type DatabaseProxy = {
  /** The database's URL through the proxy. */
  url: string;
  /** Closes every connection and refuses new connections. */
  cut(): Promise<void>;
  /** Stops forwarding bytes without closing a connection, as an overloaded server does. */
  stopForwarding(): void;
  restore(): Promise<void>;
};

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const database = new URL(databaseUrl);
  const proxy = new URL(databaseUrl);
  proxy.port = String(await freePort());
  const sockets = new Set<Socket>();
  let isPaused = false;
  let server = await listen();

  async function listen(): Promise<Server> {
    const listener = createServer((client) => {
      const upstream = connect(Number(database.port), database.hostname);
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
        if (isPaused) from.pause();
      }
    });
    listener.listen(Number(proxy.port), '127.0.0.1');
    await once(listener, 'listening');
    return listener;
  }

  return {
    url: proxy.href,
    cut: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    stopForwarding: () => {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    restore: async () => {
      isPaused = false;
      if (!server.listening) server = await listen();
      for (const socket of sockets) socket.resume();
    },
  };
}
