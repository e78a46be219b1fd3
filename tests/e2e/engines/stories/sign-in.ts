import { describe } from 'vitest';
import { newEmail } from '../shop-api.ts';
import { expect, story } from '../story.ts';
import { button, field, main } from '../target.ts';

describe('signing in', () => {
  story('an emailed code still signs in after a reload of the login [S-AUTH-18]', async ({ page, api }) => {
    const email = newEmail('asha');
    await page.open('/login?next=%2Four-story');
    await page.fill(field('Email', main), email);
    await page.click(button('Send code', main));
    await page.see(main, `We sent a code to ${email}.`);
    const code = await api.codeFor(email);
    await page.reload();
    await page.fill(field('Six-digit code', main), code);
    await page.at('/our-story');
    const token = (await page.stored('tanabana.token')) ?? '';
    expect(await api.get('/api/user/profile', token)).toMatchObject({ email });
  });
});
