import type { Context } from 'hono';
import { isOwnMachine } from '../config/config.server.ts';
import type { ShopEnv } from './http.server.ts';

const marksOfProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Whether whoever asks sits at this very machine: connected from here, by a name of this machine (a foreign page could
 * have its own name lead here), and not through a proxy. What a shop that pretends shows to nobody else asks this first.
 */
export function isLoopback(c: Context<ShopEnv>): boolean {
  const from = c.env?.incoming?.socket.remoteAddress ?? '';
  return (
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(from) &&
    isOwnMachine(`http://${c.req.header('host')}`) &&
    marksOfProxies.every((name) => c.req.header(name) === undefined)
  );
}
