import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  createRouter,
  errorResponses,
  ProblemAnswer,
  respond,
  type ShopEnv,
} from '../foundation/http/http.server.ts';
import { NoSuchCall, Problem } from '../foundation/http/problem.ts';
import type { Courier } from './courier.ts';
import { storeCourierEvent } from './courier-inbox.server.ts';

/** What the app leaves here: the courier whose news are heard, and who handles them. */
type CourierEnv = ShopEnv & {
  Variables: { services: { courier: Courier | undefined; worker: { wake(): void } } };
};

const smallEnough: MiddlewareHandler<CourierEnv> = bodyLimit({ maxSize: 256 * 1024 });
const NotOfCourier = () => new Problem('not-of-courier', 401, 'That does not come from the courier.');
const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemAnswer } },
});

/** The delivery room's calls. */
export const delivery = createRouter<CourierEnv>().openapi(
  createRoute({
    method: 'post',
    path: '/hooks/courier',
    tags: ['Delivery'],
    summary: 'For the courier: something has happened to a parcel',
    description:
      '`x-api-key` is the token that the courier was given with this address. The body is stored as it stands, and handled afterwards, once.',
    middleware: smallEnough,
    responses: {
      200: respond('It is stored.', z.object({ success: z.literal(true) })),
      401: refused('It does not come from the courier.'),
      404: errorResponses[404],
      413: refused('It is too large.'),
    },
  }),
  async (c) => {
    const { courier, worker } = c.get('services');
    if (!courier) throw NoSuchCall();
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (!(await storeCourierEvent(c.get('shop'), courier, bytes, c.req.raw.headers))) throw NotOfCourier();
    worker.wake();
    return c.json({ success: true as const }, 200, { 'cache-control': 'no-store' });
  },
);
