import type { Context } from 'hono';
import { isOwnMachine } from '../config/config.server.ts';
import type { ShopEnv } from './http.server.ts';

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * True if the request comes from this machine and not through a proxy. Also checks `Host`, because the name of any domain can
 * resolve to this machine.
 */
export function isLoopback(c: Context<ShopEnv>): boolean {
  const remoteAddress = c.env?.incoming?.socket.remoteAddress ?? '';
  return (
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(remoteAddress) &&
    isOwnMachine(`http://${c.req.header('host')}`) &&
    proxyHeaders.every((name) => c.req.header(name) === undefined)
  );
}
