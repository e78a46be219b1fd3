import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { z } from 'zod';
import { readSettings } from '../content/content.server.ts';
import { errorResponse, fieldErrors, type ShopEnv } from '../foundation/http/http.server.ts';
import { BadInput, Problem } from '../foundation/http/problem.ts';
import { formatRupees, toRupees } from '../foundation/money.ts';
import { paymentTitleOf } from './payment-title.ts';
import { payAtBank, readBankOrder } from './pretend-bank.server.ts';
import { popupPolicy, popupSheet } from './pretend-bank-sheet.server.ts';

const Press = z.object({ how: z.enum(['pay', 'fail']), late: z.boolean().default(false) });

/**
 * Creates the routes of the pretend bank's popup. `GET /:orderId` renders the popup. `POST /:orderId` pays or fails the
 * order and calls `wakeWorker`, because a webhook is queued. Mount at `/pretend-bank`, and only if the pretend bank is the
 * payment provider.
 */
export function pretendBankPopup(wakeWorker: () => void) {
  const popup = new Hono<ShopEnv>();

  popup.use(bodyLimit({ maxSize: 1024 }));
  popup.use(async (c, next) => {
    await next();
    c.header('content-security-policy', popupPolicy);
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
  });

  popup.get('/:orderId', async (c) => {
    const shop = c.get('shop');
    const order = await readBankOrder(shop, c.req.param('orderId'));
    const title = paymentTitleOf(await readSettings(shop));
    const amount = formatRupees(toRupees(order.amountPaise));
    return c.html(popupSheet({ title, body: buttons(order.receipt, amount) }));
  });

  popup.post('/:orderId', async (c) => {
    // Accept only JSON, because other origins cannot send it: a JSON request needs a CORS preflight, which this server
    // does not allow.
    const isJson = c.req.header('content-type')?.startsWith('application/json');
    const press = Press.safeParse(isJson ? await c.req.json().catch(() => undefined) : undefined);
    if (!press.success) throw BadInput(undefined, fieldErrors(press.error.issues));
    const { how, late } = press.data;
    const outcome = await payAtBank(c.get('shop'), c.req.param('orderId'), how, late);
    wakeWorker();
    return c.json(outcome);
  });

  popup.onError((error, c) => {
    if (c.req.method === 'GET' && error instanceof Problem) {
      const body = html`<p>${error.message}</p>`;
      return c.html(popupSheet({ title: 'Nothing to pay here', body }), 404);
    }
    return errorResponse(error, c);
  });

  return popup;
}

function buttons(receipt: string, amount: string) {
  return html`<p class="sum">${amount}</p>
    <p class="soft">Order ${receipt}</p>
    <form>
      <button name="how" value="pay" class="pay">Pay</button>
      <button name="how" value="fail">Fail</button>
      <button type="button" id="close">Close</button>
      <label><input type="checkbox" role="switch" name="late" /> The bank answers late</label>
    </form>
    <p id="said" role="status"></p>
    <p class="soft">This is a pretend bank. No money moves, whatever you press.</p>`;
}
