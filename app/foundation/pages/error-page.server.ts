import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { html } from 'hono/html';
import { ProblemBody, type ShopEnv } from '../http/http.server.ts';

const apiPaths = /^\/(api|uploads)(\/|$)/;

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Converts a problem+json response to an HTML page with the same status and message, if a browser has requested a page. The HTML
 * page needs neither the database nor React Router, because either can have caused the error.
 */
export async function negotiateError(c: Context<ShopEnv>, error: Response): Promise<Response> {
  if (!wantsPage(c)) return error;
  const { message } = ProblemBody.parse(await error.json());
  const headers = new Headers(error.headers);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', policy);
  headers.set('vary', 'Accept');
  return new Response(await plainPage(message), { status: error.status, headers });
}

function wantsPage(c: Context<ShopEnv>): boolean {
  if (apiPaths.test(c.req.path)) return false;
  const supports = ['text/html', 'application/problem+json', 'application/json'];
  return accepts(c, { header: 'Accept', supports, default: 'application/problem+json' }) === 'text/html';
}

async function plainPage(text: string): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Something went wrong</title>
  </head>
  <body>
    <main>
      <h1>Something went wrong</h1>
      <p>${text}</p>
      <p><a href="/">Back to the shop</a></p>
    </main>
  </body>
</html>
`;
  return page.toString();
}
