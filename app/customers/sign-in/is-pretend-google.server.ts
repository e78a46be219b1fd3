import { createMiddleware } from 'hono/factory';
import { notFoundResponse, type ShopEnv } from '../../foundation/http/http.server.ts';
import { isLoopback } from '../../foundation/http/loopback.server.ts';

/** Whoever may choose any account may be anybody: to all but those who sit at a machine that pretends, there is no such call. */
export const isPretendGoogle = createMiddleware<ShopEnv>(async (c, next) => {
  if (!c.get('shop').config.pretendsGoogle || !isLoopback(c)) return notFoundResponse(c);
  await next();
});
