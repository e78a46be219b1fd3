import { html } from 'hono/html';
import { PretendAccount, pretendAccounts, pretendGoogleCredential } from './pretend-google.server.ts';
import { readJson, sandboxPage, sandboxRoutes } from './sandbox-page.server.ts';

/**
 * Replacement for Google's sign-in script: https://developers.google.com/identity/gsi/web/reference/js-reference. Draws a button
 * that opens the account chooser. Calls the page's callback with the credential that the chooser posts.
 */
const client = `
(() => {
  let settings;
  addEventListener('message', ({ origin, data }) => {
    if (origin !== location.origin || data?.source !== 'pretend-google') return;
    settings.callback({ credential: data.credential });
  });
  const openChooser = () => {
    const query = new URLSearchParams({ nonce: settings.nonce });
    window.open('/pretend-google?' + query, 'pretend-google', 'popup,width=440,height=680');
  };
  const initialize = (given) => { settings = given; };
  const renderButton = (parent) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn quiet wide';
    button.innerHTML = '<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" d="M15.8 9H9m6.5-3.3A7 7 0 1 0 16 9" /></svg>Continue with Google';
    button.addEventListener('click', openChooser);
    parent.append(button);
  };
  window.google = { accounts: { id: { initialize, renderButton } } };
})();
`;

/**
 * Script of the account chooser. Posts the credential of the chosen account to the page that opened the popup, if it has the same
 * origin, and closes the popup.
 */
const script = `
const status = document.getElementById('status');
const nonce = new URLSearchParams(location.search).get('nonce');
const choose = async (account) => {
  status.textContent = 'One moment …';
  try {
    const response = await fetch('/pretend-google', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, nonce }),
    });
    const { credential, message } = await response.json();
    if (!response.ok) throw new Error(message);
    status.textContent = 'Done. You may close this window.';
    if (window.opener) window.opener.postMessage({ source: 'pretend-google', credential }, location.origin);
    window.close();
  } catch (error) {
    status.textContent = error instanceof TypeError ? 'The shop cannot be reached. Please try again.' : error.message;
  }
};
for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void choose(Object.fromEntries(new FormData(form)));
  });
}
`;

const accountForms = pretendAccounts.map(
  ({ name, email }) => html`<form>
    <input type="hidden" name="name" value="${name}" />
    <input type="hidden" name="email" value="${email}" />
    <button>${name}<span class="soft">${email}</span></button>
  </form>`,
);

const body = html`<p>
    This is not Google. It is a demo with made-up people; nothing leaves this machine.
  </p>
  ${accountForms}
  <form>
    <b>Use another account</b>
    <label>Name <input name="name" autocomplete="off" maxlength="80" /></label>
    <label>Email <input name="email" type="email" autocomplete="off" required /></label>
    <button class="main">Continue</button>
  </form>
  <p id="status" role="status"></p>`;

/**
 * Creates the routes of the pretend Google. `GET /client.js` returns the replacement of Google's script, `GET /` renders the
 * account chooser, and `POST /` signs a credential. Mount the routes only for requests from this machine, because their clients
 * can sign in as any customer.
 */
export const pretendGooglePage = sandboxRoutes();

pretendGooglePage.get('/client.js', (c) => c.body(client, 200, { 'content-type': 'text/javascript' }));
pretendGooglePage.get('/', (c) => sandboxPage(c, { title: 'Choose an account', body, script }));
pretendGooglePage.post('/', async (c) =>
  c.json(await pretendGoogleCredential(c.get('shop'), await readJson(c, PretendAccount))),
);
