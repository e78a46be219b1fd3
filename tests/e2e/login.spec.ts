/** Sign-in by an emailed code, with each step and each error. */
import type { Page } from '@playwright/test';
import { expectAddress, flushPageTasks, holdBack, openPage, stopClock } from './support/open-page.ts';
import { newEmail, readCode } from './support/shopper.ts';
import { expect, expectAccessible, link, main, test } from './support/test.ts';

// The browser logs the 400 response for a wrong code.
test.use({ expectedErrors: [/status of (400|429|500)|net::ERR_FAILED/] });

const emailField = (page: Page) => main(page).getByLabel('Email', { exact: true });
const codeField = (page: Page) => main(page).getByLabel('Six-digit code');
const sendButton = (page: Page) => main(page).getByRole('button', { name: 'Send code' });
const alertOf = (page: Page) => main(page).getByRole('alert');
const expectAlert = (page: Page, text: string) =>
  expect(alertOf(page).getByText(text, { exact: true })).toBeVisible();
const token = (page: Page) => page.evaluate(() => localStorage.getItem('tanabana.token'));
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Requests a code and waits for the code field. */
async function requestCode(page: Page, email = newEmail('asha')): Promise<string> {
  await emailField(page).fill(email);
  await sendButton(page).click();
  await expect(codeField(page)).toBeFocused();
  return email;
}

test('a shopper signs in with a code and returns to the page that required the login [S-GEN-11 S-AUTH-01 S-AUTH-02 S-AUTH-18]', async ({
  page,
}) => {
  await openPage(page, '/login?next=%2Four-story%3Ffrom%3Dlogin%23loom');
  const email = await requestCode(page);
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Enter the code');
  await expect(main(page)).toContainText(`We sent a code to ${email}. It works for 10 minutes.`);
  await expect(link(page, 'Read your code here')).toHaveAttribute('href', '/dev/mail');
  await codeField(page).pressSequentially(await readCode(page.request, email));
  await expectAddress(page, '/our-story?from=login');
  expect(await token(page)).toMatch(/^[\w-]{40,}$/);
  await page.goBack();
  // After the sign-in, Back skips the login.
  expect(new URL(page.url()).pathname).not.toBe('/login');
});

test('an invalid email address or a failed request shows an error, and a code that was sent before can be entered [S-AUTH-07 S-ERR-08 S-AUTH-10 S-AUTH-12 S-AUTH-14 S-ERR-05 S-ERR-12]', async ({
  page,
}) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let requested = 0;
  await page.route('**/api/user/google', (route) => route.abort());
  await page.route('**/api/user/send-otp', async (route) => {
    requested += 1;
    await gate;
    await route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } });
  });
  await openPage(page, '/login');
  for (const input of ['', '   ', 'asha@example']) {
    await emailField(page).fill(input);
    await emailField(page).press('Enter');
    await expectAlert(page, 'Please enter a valid email');
    await expect(emailField(page)).toBeFocused();
    await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(emailField(page)).toHaveAccessibleDescription(
      /Please enter a valid email.*name@example\.in/,
    );
  }
  expect(requested).toBe(0);
  await expectAccessible(page);

  await emailField(page).fill(newEmail('asha'));
  await sendButton(page).dblclick();
  await expect(main(page).getByRole('button', { name: 'Sending...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  open();
  await expectAlert(page, 'Failed to send OTP');
  // The alert about Google may be visible too.
  await expect(alertOf(page).first()).toContainText('Something went wrong on our side.');
  expect(requested).toBe(1);

  await page.unroute('**/api/user/send-otp');
  await page.route('**/api/user/send-otp', (route) => route.abort());
  await main(page).getByRole('button', { name: 'Try Google again' }).click();
  await expectAlert(page, 'Google Login Failed');
  await expect(alertOf(page)).toHaveCount(1);
  await sendButton(page).click();
  await expectAlert(page, 'Failed to send OTP');
  await expect(alertOf(page)).toContainText('Please check your connection and try again.');
  await expect(alertOf(page)).toBeFocused();
  await expect(alertOf(page)).toHaveCount(1);

  // A shopper who already has a code can enter it although the shop sends no other code.
  await page.unroute('**/api/user/send-otp');
  await page.route('**/api/user/send-otp', (route) =>
    route.fulfill({ status: 429, json: { message: 'Please wait.' } }),
  );
  await sendButton(page).click();
  await expectAlert(page, 'Please wait.');
  await main(page).getByRole('button', { name: 'I have a code' }).click();
  await expect(main(page)).toContainText('Enter the code from our newest email to ');
  await expect(codeField(page)).toBeFocused();
});

test('a wrong code shows an error, and a sign-in with a right code never leads to another site [S-AUTH-08 S-AUTH-09 S-ERR-09 S-AUTH-11 S-AUTH-13 S-ERR-06 S-ERR-12 S-AUTH-18]', async ({
  page,
}) => {
  await openPage(page, '/login?next=%2F%2Fevil.example%2F');
  const email = await requestCode(page);
  await main(page).getByRole('button', { name: 'Verify' }).click();
  await expectAlert(page, 'Enter a valid 6-digit OTP');
  await expect(codeField(page)).toBeFocused();
  await codeField(page).pressSequentially('12ab3');
  await expect(codeField(page)).toHaveValue('123');
  await codeField(page).press('Enter');
  await expectAlert(page, 'Enter a valid 6-digit OTP');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('maxlength', '6');

  await codeField(page).fill('');
  const code = await readCode(page.request, email);
  const { sent, release } = await holdBack(page, '**/api/user/verify-otp');
  await codeField(page).pressSequentially(wrongCode(code));
  await codeField(page).press('Enter');
  await expect(main(page).getByRole('button', { name: 'Verifying...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  release();
  await expectAlert(page, 'Invalid OTP');
  // The sixth digit and the Enter after it send one request.
  expect(sent).toHaveLength(1);
  await expect(codeField(page)).toHaveAccessibleDescription(/Invalid OTP/);
  await expectAccessible(page);
  // The first digit replaces the whole wrong code.
  await codeField(page).pressSequentially(code);
  await expectAddress(page, '/');
});

test('a shopper can request another code after 30 seconds, or another email address [S-AUTH-03 S-AUTH-04]', async ({
  page,
}) => {
  let requested = 0;
  await page.route('**/api/user/send-otp', (route) => {
    requested += 1;
    return route.fulfill({ json: { success: true, message: '', resendAfter: 30, minutes: 10 } });
  });
  await stopClock(page);
  await openPage(page, '/login');
  await requestCode(page);
  const again = main(page).getByRole('button', { name: 'Send again' });
  await expect(main(page)).toContainText(/Send again in\s0:30/);
  await page.clock.runFor(29_000);
  await expect(main(page)).toContainText(/Send again in\s0:01/);
  await expect(again).toHaveCount(0);
  await page.clock.runFor(1000);
  await codeField(page).pressSequentially('12');
  await again.dblclick();
  await expect(main(page)).toContainText('We sent a new code to');
  await expect(main(page)).toContainText(/Send again in\s0:30/);
  await expect(codeField(page)).toHaveValue('');
  await expect(codeField(page)).toBeFocused();
  await flushPageTasks(page);
  expect(requested).toBe(2);

  await codeField(page).pressSequentially('123');
  await main(page).getByRole('button', { name: 'Use a different email' }).click();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Login');
  await expect(emailField(page)).toBeFocused();
  await expect(emailField(page)).toHaveValue('');
  await requestCode(page);
  await expect(codeField(page)).toHaveValue('');
});

test('a reload of the login page keeps its step and the email address but not the code [S-AUTH-02]', async ({
  page,
}) => {
  const read: string[] = [];
  page.on('request', (request) => read.push(new URL(request.url()).pathname));
  await openPage(page, '/login?next=%2Fwishlist');
  const email = await requestCode(page);
  expect(read).not.toContain('/login.data');
  await codeField(page).pressSequentially('123');
  await page.reload();
  await expect(main(page)).toContainText(`We sent a code to ${email}.`);
  await expect(main(page)).toContainText(/Send again in\s0:/);
  await expect(codeField(page)).toHaveValue('');
  await expectAddress(page, '/login?next=%2Fwishlist');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(await readCode(page.request, email));
  await page.goBack();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Login');
  await expect(emailField(page)).toHaveValue(email);
  await page.goForward();
  await expect(codeField(page)).toBeFocused();
  await page.goBack();
  await page.reload();
  await expect(codeField(page)).toBeVisible();
  // A later visit to the login starts at the code, and continues to its own `next` page.
  await page.goto('/our-story');
  await openPage(page, '/login?next=%2Freach-us');
  await expect(main(page)).toContainText(`We sent a code to ${email}.`);
  await codeField(page).fill(await readCode(page.request, email));
  await expectAddress(page, '/reach-us');
  expect(await page.evaluate(() => Object.keys({ ...sessionStorage }))).not.toContain('tanabana.codeSent');
});

test('a login form that is submitted before the scripts have loaded sends one code [S-AUTH-01]', async ({
  page,
}) => {
  let requested = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/send-otp')) requested += 1;
  });
  const { release } = await holdBack(page, '**/assets/*.js');
  const email = newEmail('slow');
  await page.goto('/login?next=%2Four-story', { waitUntil: 'commit' });
  await emailField(page).fill(email);
  await sendButton(page).click({ noWaitAfter: true });
  await expect.poll(() => page.url()).toContain('email=slow');
  expect(await page.content()).not.toContain(email);
  release();
  await expect(main(page)).toContainText(`We sent a code to ${email}.`);
  await expectAddress(page, '/login?next=%2Four-story');
  await page.goBack();
  await expect(emailField(page)).toHaveValue(email);
  await expectAddress(page, '/login?next=%2Four-story');
  await page.goForward();
  await codeField(page).fill(await readCode(page.request, email));
  await expectAddress(page, '/our-story');
  expect(requested).toBe(1);
});

test('the login page names the reason of the sign-in, and its image is as high as its form', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, '/wishlist');
  await expectAddress(page, '/login?next=%2Fwishlist');
  await expect(main(page)).toContainText('Sign in to save pieces to your wishlist.');
  await openPage(page, '/Stoles');
  await link(page, /^Save Khadi Indigo Stole/).click();
  await expect(main(page)).toContainText('Sign in to save Khadi Indigo Stole to your wishlist.');
  await openPage(page, '/login');
  await expect(main(page)).not.toContainText('Sign in to');
  const form = await main(page).locator('.form').first().boundingBox();
  const image = await main(page).getByRole('img').boundingBox();
  expect([image?.y, image?.height]).toEqual([form?.y, form?.height]);
  expect((image?.x ?? 0) - (form?.x ?? 0) - (form?.width ?? 0)).toBeLessThan(64);
});
