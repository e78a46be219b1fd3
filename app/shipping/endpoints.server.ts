import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Access, endpoint, router } from '../foundation/http/endpoint.server.ts';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import { NoSuchEndpoint, problem, TooLarge } from '../foundation/http/problem.ts';
import type { Courier } from './courier.ts';
import { storeCourierEvent } from './courier-inbox.server.ts';

/**
 * Dependencies of the endpoint: the courier's adapter, and the worker that handles stored events. The adapter is undefined if no
 * courier is configured.
 */
type CourierServices = { courier: Courier | undefined; worker: { wake(): void } };
type CourierEnv = ShopEnv & { Variables: { services: CourierServices } };

const InvalidCourierToken = problem('invalid-courier-token', 401, 'That does not come from the courier.');

/** Access rule for the courier's webhook. The endpoint's `run` function checks the token of a request. */
const courierAccess: Access<{ services: CourierServices }> = {
  security: [],
  problems: [InvalidCourierToken],
  caller: (c: Context<CourierEnv>) => ({ services: c.get('services') }),
};

export const shippingEndpoints = router('Shipping', [
  endpoint({
    id: 'receiveCourierWebhook',
    method: 'post',
    path: '/hooks/courier',
    summary: 'Receive a tracking event of the courier',
    description:
      '`x-api-key` is the token registered with the courier. The event is stored, and handled once, in the background.',
    middleware: bodyLimit({ maxSize: 256 * 1024 }),
    access: courierAccess,
    response: z.object({ success: z.literal(true) }),
    problems: [NoSuchEndpoint, TooLarge],
    async run({ shop, services: { courier, worker }, c }) {
      if (!courier) throw NoSuchEndpoint();
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      if (!(await storeCourierEvent(shop, courier, bytes, c.req.raw.headers))) throw InvalidCourierToken();
      worker.wake();
      return { success: true as const };
    },
  }),
]);
