import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import { fieldErrors, type ShopEnv } from '../app/foundation/http/http.server.ts';
import { BadInput } from '../app/foundation/http/problem.ts';

const style = `
:root { color-scheme: light; }
body { margin: 0; background: #efe9de; color: #221d1a; font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 24rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; background: #f8f5ee; min-height: 100vh; box-sizing: border-box; }
main.wide { max-width: 44rem; }
h1 { font: 400 1.5rem/1.28 Georgia, serif; margin: 0 0 1rem; padding-bottom: 0.5rem; border-bottom: 3px solid #5b3826; }
p { margin: 0 0 0.75rem; }
a { color: #26386b; }
li { margin-block: 0.75rem; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
iframe { width: 100%; height: 32rem; border: 1px solid #837463; background: #fff; box-sizing: border-box; }
.now { font: 400 2rem/1.15 Georgia, serif; margin-bottom: 0.25rem; }
.soft { color: #5a4f46; font-size: 0.8125rem; overflow-wrap: anywhere; }
form { display: grid; gap: 0.75rem; margin: 1.25rem 0; }
button { min-height: 44px; padding: 0.25rem 1rem; font: inherit; font-weight: 600; color: #221d1a; background: none; border: 1px solid #837463; border-radius: 2px; cursor: pointer; }
button .soft { display: block; font-weight: 400; }
.main { color: #f8f5ee; background: #26386b; border-color: #26386b; }
button:disabled { opacity: 0.55; cursor: default; }
label { display: flex; align-items: center; gap: 0.75rem; min-height: 44px; }
input { min-width: 0; flex: 1; min-height: 2.5rem; padding: 0 0.5rem; font: inherit; box-sizing: border-box; }
input[type='checkbox'] { flex: none; width: 1.25rem; height: 1.25rem; min-height: 0; accent-color: #26386b; margin: 0; }
:focus-visible { outline: 2px solid #26386b; outline-offset: 2px; }
#status:empty { display: none; }
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const styleHash = hashOf(style);

/** Creates a router whose responses must not be cached or indexed. Request bodies are limited to 1 KiB. */
export function sandboxRoutes(): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>();
  routes.use(bodyLimit({ maxSize: 1024 }));
  routes.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
  });
  return routes;
}

/**
 * Parses a JSON body. Pages of other origins cannot send JSON, because such a request needs a CORS preflight, which this server
 * does not allow.
 * @throws BadInput (400) if the body is not JSON or does not match `schema`
 */
export async function readJson<T extends z.ZodType>(c: Context<ShopEnv>, schema: T): Promise<z.infer<T>> {
  const isJson = c.req.header('content-type')?.startsWith('application/json');
  const parsed = schema.safeParse(isJson ? await c.req.json().catch(() => undefined) : undefined);
  if (!parsed.success) throw BadInput(undefined, fieldErrors(parsed.error.issues));
  return parsed.data;
}

type SandboxPage = {
  title: string;
  body: ReturnType<typeof html>;
  /** The only script that the page can run. */
  script?: string;
  /** True for a wide page that shows an email with inline styles. */
  showsEmail?: boolean;
};

/**
 * Renders a page of a pretend service. The page's CSP allows its own script and style, and requests and forms to this origin. For
 * an email, the CSP allows all inline styles, because the email's frame inherits the CSP.
 */
export function sandboxPage(
  c: Context<ShopEnv>,
  { title, body, script, showsEmail = false }: SandboxPage,
  status: ContentfulStatusCode = 200,
) {
  const policy = [
    "default-src 'none'",
    ...(script ? [`script-src ${hashOf(script)}`] : []),
    `style-src ${showsEmail ? "'unsafe-inline'" : styleHash}`,
    'img-src data:',
    ...(script ? ["connect-src 'self'"] : []),
    ...(showsEmail ? ["frame-src 'self'", "form-action 'none'"] : ["form-action 'self'"]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  c.header('content-security-policy', policy.join('; '));
  const page = html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>${raw(style)}</style>
      </head>
      <body><main class="${showsEmail ? 'wide' : ''}"><h1>${title}</h1>${body}</main>${script ? html`<script>${raw(script)}</script>` : ''}</body>
    </html>`;
  return c.html(page, status);
}
