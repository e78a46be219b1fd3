import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

const style = `
:root { color-scheme: light; }
body { margin: 0; background: #efe9de; color: #221d1a; font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 24rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; background: #f8f5ee; min-height: 100vh; box-sizing: border-box; }
h1 { font: 400 1.5rem/1.28 Georgia, serif; margin: 0 0 1rem; padding-bottom: 0.5rem; border-bottom: 3px solid #5b3826; }
p { margin: 0 0 0.75rem; }
.sum { font: 400 2rem/1.15 Georgia, serif; margin-bottom: 0.25rem; }
.soft { color: #5a4f46; font-size: 0.8125rem; }
form { display: grid; gap: 0.75rem; margin: 1.25rem 0; }
button { min-height: 44px; padding: 0 1rem; font: inherit; font-weight: 600; color: #221d1a; background: none; border: 1px solid #837463; border-radius: 2px; cursor: pointer; }
.pay { color: #f8f5ee; background: #26386b; border-color: #26386b; }
button:disabled { opacity: 0.55; cursor: default; }
label { display: flex; align-items: center; gap: 0.75rem; min-height: 44px; }
input { width: 1.25rem; height: 1.25rem; accent-color: #26386b; margin: 0; }
:focus-visible { outline: 2px solid #26386b; outline-offset: 2px; }
#said:empty { display: none; }
`;

/**
 * Script of the popup. Sends the pressed button to the pretend bank, posts the response to the opener, and closes the
 * popup. The Close button posts the outcome `closed`. An opener of another origin receives no message. After an error, the
 * script shows the message and enables the buttons again.
 */
const script = `
const form = document.querySelector('form');
const said = document.getElementById('said');
const tell = (message) => {
  if (window.opener) window.opener.postMessage({ source: 'pretend-bank', ...message }, location.origin);
  window.close();
};
document.getElementById('close')?.addEventListener('click', () => tell({ outcome: 'closed' }));
form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const buttons = [...form.querySelectorAll('button')];
  buttons.forEach((button) => { button.disabled = true; });
  said.textContent = 'One moment …';
  try {
    const answer = await fetch(location.href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ how: event.submitter?.value ?? 'pay', late: form.elements.late.checked }),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.message);
    said.textContent = told.outcome === 'failed' ? 'The payment failed. You may close this window.' : 'Done. You may close this window.';
    tell(told);
  } catch (error) {
    said.textContent = error instanceof TypeError ? 'The bank cannot be reached. Please try again.' : error.message;
    buttons.forEach((button) => { button.disabled = false; });
  }
});
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Content security policy of the popup. Allows its own script and style, by their hashes, requests and forms to the same
 * origin, and data URLs of images.
 */
export const popupPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Renders a page of the pretend bank. */
export function popupSheet({ title, body }: { title: string; body: ReturnType<typeof html> }) {
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>${raw(style)}</style>
      </head>
      <body><main><h1>${title}</h1>${body}</main><script>${raw(script)}</script></body>
    </html>`;
}
