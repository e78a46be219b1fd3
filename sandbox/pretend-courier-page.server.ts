import type { Context } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { errorResponse } from '../app/foundation/http/http.server.ts';
import { BadInput, Problem } from '../app/foundation/http/problem.ts';
import { shipmentSteps } from '../app/shipping/contract.ts';
import { hasStep, isForward, stepLabels } from '../app/shipping/rules.ts';
import {
  advancePretendShipment,
  type PretendShipment,
  readPretendShipment,
} from './pretend-courier.server.ts';
import { sandboxPage, sandboxRoutes } from './sandbox-page.server.ts';

const StepInput = z.object({ step: z.enum(shipmentSteps) });

/**
 * Creates the tracking page, for a shop with the pretend courier. `GET /:awb` shows a shipment. `POST /:awb` advances the
 * shipment and calls `wakeWorker`, because a webhook is queued.
 */
export function pretendCourierPage(wakeWorker: () => void) {
  const page = sandboxRoutes();

  page.get('/:awb', async (c) => {
    const shipment = await readPretendShipment(c.get('shop'), c.req.param('awb'));
    return sandboxPage(c, { title: `Parcel ${shipment.number}`, body: renderTracking(shipment) });
  });

  page.post('/:awb', async (c) => {
    if (!isSameOrigin(c)) throw BadInput('Only this page’s own buttons move the parcel.');
    const input = StepInput.safeParse(await c.req.parseBody());
    if (!input.success) throw BadInput('There is no such button.');
    const awb = c.req.param('awb');
    await advancePretendShipment(c.get('shop'), awb, input.data.step);
    wakeWorker();
    return c.redirect(`/pretend-courier/${encodeURIComponent(awb)}`, 303);
  });

  page.onError((error, c) => {
    if (!(error instanceof Problem)) return errorResponse(error, c);
    const body = html`<p>${error.message}</p><p><a href="${c.req.path}">Back to the parcel</a></p>`;
    const status = error.status === 404 ? 404 : error.status === 409 ? 409 : 400;
    return sandboxPage(c, { title: 'Pretend courier', body }, status);
  });

  return page;
}

/** True if the form comes from this origin, or if the browser does not send the origin. Prevents CSRF. */
function isSameOrigin(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin === undefined || URL.parse(origin)?.host === c.req.header('host');
}

function renderTracking({ step, direction, awb, cancelledAt }: PretendShipment) {
  const isOpen = cancelledAt === null;
  const buttons = shipmentSteps
    .filter((next) => hasStep(direction, next) && isForward(step, next))
    .map((next) => html`<button name="step" value="${next}">${stepLabels[next]}</button>`);
  return html`<p class="now">${isOpen ? stepLabels[step] : 'Cancelled'}</p>
    <p class="soft">${direction === 'back' ? 'A return' : 'To the customer'}, number ${awb}</p>
    ${isOpen && buttons.length > 0 ? html`<form method="post">${buttons}</form>` : ''}
    <p class="soft">This is a pretend courier. No shipment moves here.</p>`;
}
