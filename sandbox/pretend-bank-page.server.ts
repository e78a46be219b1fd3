import { html } from 'hono/html';
import { z } from 'zod';
import { readSettings } from '../app/content/content.server.ts';
import { errorResponse } from '../app/foundation/http/http.server.ts';
import { Problem } from '../app/foundation/http/problem.ts';
import { formatRupees, toRupees } from '../app/foundation/money.ts';
import { paymentTitleOf } from '../app/payments/payment-facts.ts';
import { payAtBank, readBankOrder } from './pretend-bank.server.ts';
import { readJson, sandboxPage, sandboxRoutes } from './sandbox-page.server.ts';

const Press = z.object({ how: z.enum(['pay', 'fail']), late: z.boolean().default(false) });

/**
 * Script of the popup. Sends the pressed button to the server, posts the outcome to the page that opened the popup, if it has the
 * same origin, and closes the popup. After an error, shows the message and enables the buttons again.
 */
const script = `
const form = document.querySelector('form');
const status = document.getElementById('status');
const report = (message) => {
  if (window.opener) window.opener.postMessage({ source: 'pretend-bank', ...message }, location.origin);
  window.close();
};
document.getElementById('close')?.addEventListener('click', () => report({ outcome: 'closed' }));
form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const buttons = [...form.querySelectorAll('button')];
  buttons.forEach((button) => { button.disabled = true; });
  status.textContent = 'One moment …';
  try {
    const response = await fetch(location.href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ how: event.submitter?.value ?? 'pay', late: form.elements.late.checked }),
    });
    const outcome = await response.json();
    if (!response.ok) throw new Error(outcome.message);
    status.textContent = outcome.outcome === 'failed' ? 'The payment failed. You may close this window.' : 'Done. You may close this window.';
    report(outcome);
  } catch (error) {
    status.textContent = error instanceof TypeError ? 'The bank cannot be reached. Please try again.' : error.message;
    buttons.forEach((button) => { button.disabled = false; });
  }
});
`;

/**
 * Creates the routes of the popup, for a shop with the pretend bank. `GET /:orderId` renders the popup. `POST /:orderId` makes a
 * payment for the order, which succeeds or fails as the customer chose, and calls `wakeWorker`, because a webhook is queued.
 */
export function pretendBankPopup(wakeWorker: () => void) {
  const popup = sandboxRoutes();

  popup.get('/:orderId', async (c) => {
    const shop = c.get('shop');
    const order = await readBankOrder(shop, c.req.param('orderId'));
    const title = paymentTitleOf(await readSettings(shop));
    const amount = formatRupees(toRupees(order.amountPaise));
    return sandboxPage(c, { title, body: buttons(order.receipt, amount), script });
  });

  popup.post('/:orderId', async (c) => {
    const { how, late } = await readJson(c, Press);
    const outcome = await payAtBank(c.get('shop'), c.req.param('orderId'), how, late);
    wakeWorker();
    return c.json(outcome);
  });

  popup.onError((error, c) => {
    if (c.req.method === 'GET' && error instanceof Problem) {
      const body = html`<p>${error.message}</p>`;
      return sandboxPage(c, { title: 'Nothing to pay here', body }, 404);
    }
    return errorResponse(error, c);
  });

  return popup;
}

function buttons(receipt: string, amount: string) {
  return html`<p class="now">${amount}</p>
    <p class="soft">Order ${receipt}</p>
    <form>
      <button name="how" value="pay" class="main">Pay</button>
      <button name="how" value="fail">Fail</button>
      <button type="button" id="close">Close</button>
      <label><input type="checkbox" role="switch" name="late" /> The bank answers late</label>
    </form>
    <p id="status" role="status"></p>
    <p class="soft">This is a pretend bank. No money moves here.</p>`;
}
