import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html, raw } from 'hono/html';
import { z } from 'zod';
import { errorResponse, type ShopEnv } from '../foundation/http/http.server.ts';
import { BadInput, Problem } from '../foundation/http/problem.ts';
import { shipmentSteps } from './contract.ts';
import {
  advancePretendShipment,
  type PretendShipment,
  readPretendShipment,
} from './pretend-courier.server.ts';
import { stepLabels, stepsAfter } from './rules.ts';

const StepInput = z.object({ step: z.enum(shipmentSteps) });

const style = `
:root { color-scheme: light; }
body { margin: 0; background: #efe9de; color: #221d1a; font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 24rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; background: #f8f5ee; min-height: 100vh; box-sizing: border-box; }
h1 { font: 400 1.5rem/1.28 Georgia, serif; margin: 0 0 1rem; padding-bottom: 0.5rem; border-bottom: 3px solid #5b3826; }
p { margin: 0 0 0.75rem; }
.now { font: 400 2rem/1.15 Georgia, serif; margin-bottom: 0.25rem; }
.soft { color: #5a4f46; font-size: 0.8125rem; }
form { display: grid; gap: 0.75rem; margin: 1.25rem 0; }
button { min-height: 44px; padding: 0 1rem; font: inherit; font-weight: 600; color: #221d1a; background: none; border: 1px solid #837463; border-radius: 2px; cursor: pointer; }
:focus-visible { outline: 2px solid #26386b; outline-offset: 2px; }
`;

/** Content security policy of the page. Allows the page's own style and forms to the same origin, but no scripts. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Creates the tracking page of the pretend courier: `GET /:awb` shows a shipment, and `POST /:awb` advances the shipment.
 * Mount at `/pretend-courier`, and only if the pretend courier is configured. `wakeWorker` is called when a webhook is
 * queued.
 */
export function pretendCourierPage(wakeWorker: () => void) {
  const page = new Hono<ShopEnv>();

  page.use(bodyLimit({ maxSize: 1024 }));
  page.use(async (c, next) => {
    await next();
    c.header('content-security-policy', policy);
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
  });

  page.get('/:awb', async (c) => {
    const shipment = await readPretendShipment(c.get('shop'), c.req.param('awb'));
    return c.html(renderPage(`Parcel ${shipment.number}`, renderTracking(shipment)));
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
    const back = html`<p>${error.message}</p><p><a href="${c.req.path}">Back to the parcel</a></p>`;
    const status = error.status === 404 ? 404 : error.status === 409 ? 409 : 400;
    return c.html(renderPage('Pretend courier', back), status);
  });

  return page;
}

/** True if the form comes from this origin, or if the browser does not report the origin. Prevents CSRF. */
function isSameOrigin(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin === undefined || URL.parse(origin)?.host === c.req.header('host');
}

function renderTracking({ step, direction, awb, cancelledAt }: PretendShipment) {
  const isOpen = cancelledAt === null;
  const buttons = stepsAfter(direction, step).map(
    (next) => html`<button name="step" value="${next}">${stepLabels[next]}</button>`,
  );
  return html`<p class="now">${isOpen ? stepLabels[step] : 'Cancelled'}</p>
    <p class="soft">${direction === 'back' ? 'A return' : 'On its way'}, number ${awb}</p>
    ${isOpen && buttons.length > 0 ? html`<form method="post">${buttons}</form>` : ''}
    <p class="soft">This is a pretend courier. Nothing is carried, whatever you press.</p>`;
}

function renderPage(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>${raw(style)}</style>
      </head>
      <body><main><h1>${title}</h1>${body}</main></body>
    </html>`;
}
