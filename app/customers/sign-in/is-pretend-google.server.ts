import { createMiddleware } from 'hono/factory';
import { answerNoSuchCall, type ShopEnv } from '../../foundation/http/http.server.ts';
import { comesFromThisMachine } from '../../foundation/http/loopback.server.ts';

/** Whoever may choose any account may be anybody: to all but those who sit at a machine that pretends, there is no such call. */
export const pretendedHere = createMiddleware<ShopEnv>(async (c, next) => {
  if (!c.get('shop').config.pretendsGoogle || !comesFromThisMachine(c)) return answerNoSuchCall(c);
  await next();
});
