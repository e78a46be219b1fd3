/**
 * The pretend services, each of which replaces a service that is not configured. In production, they exist only with
 * `ALLOW_PRETEND=1`.
 */
import type { Hono, MiddlewareHandler } from 'hono';
import type { PretendServices } from '../app/checkout/checkout-services.server.ts';
import { isOwnMachine } from '../app/foundation/config/config.server.ts';
import { notFoundResponse, type ShopEnv } from '../app/foundation/http/http.server.ts';
import { isLoopback } from '../app/foundation/http/loopback.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';
import { mailbox } from './mailbox.server.ts';
import { pretendBank, sendBankWebhooks } from './pretend-bank.server.ts';
import { pretendBankPopup } from './pretend-bank-page.server.ts';
import { pretendCourier, sendCourierWebhooks } from './pretend-courier.server.ts';
import { pretendCourierPage } from './pretend-courier-page.server.ts';
import { pretendGooglePage } from './pretend-google-page.server.ts';

/** Creates the pretend bank and the pretend courier if the shop uses them. They deliver their webhooks with `send`. */
export function createPretendServices(shop: Shop, send: typeof fetch = fetch): PretendServices {
  const { mayPretend, pretendsPayment, pretendsCourier } = shop.config;
  if (!mayPretend) return {};
  return {
    bank: pretendsPayment
      ? { provider: pretendBank(shop), sendWebhooks: () => sendBankWebhooks(shop, send) }
      : undefined,
    courier: pretendsCourier
      ? { courier: pretendCourier(shop), sendWebhooks: () => sendCourierWebhooks(shop, send) }
      : undefined,
  };
}

const onlyThisMachine: MiddlewareHandler<ShopEnv> = async (c, next) => {
  if (!isLoopback(c)) return notFoundResponse(c);
  await next();
};

/** Mounts the pages of the pretend services that the shop uses. `wakeWorker` is called when a webhook is queued. */
export function mountSandbox(app: Hono<ShopEnv>, { config }: Pick<Shop, 'config'>, wakeWorker: () => void) {
  if (!config.mayPretend) return;
  if (config.pretendsPayment) app.route('/pretend-bank', pretendBankPopup(wakeWorker));
  if (config.pretendsCourier) app.route('/pretend-courier', pretendCourierPage(wakeWorker));
  if (config.pretendsGoogle) {
    // Reject requests from other machines, because a client of the pretend Google can sign in as any customer.
    app.use('/pretend-google/*', onlyThisMachine);
    app.route('/pretend-google', pretendGooglePage);
  }
  if (config.smtpUrl === undefined && isOwnMachine(config.publicUrl)) {
    // Reject requests from other machines, because the mailbox shows the emails of all customers.
    app.use('/dev/mail/*', onlyThisMachine);
    app.route('/dev/mail', mailbox);
  }
}
