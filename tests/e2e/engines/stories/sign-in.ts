import { describe } from 'vitest';
import { newEmail } from '../shop-api.ts';
import { expect, story } from '../story.ts';
import { button, css, field, main } from '../target.ts';

describe('signing in', () => {
  story(
    'while a stranger requests emails and guesses, the owner of the address signs in by the link of the newest one',
    async ({ page, api }) => {
      const email = newEmail('asha');
      await api.post('/api/user/send-otp', { body: { email } });
      for (let guess = 0; guess < 5; guess++)
        await expect(api.post('/api/user/verify-otp', { body: { email, otp: '000000' } })).rejects.toThrow(
          '400',
        );
      await page.open('/login');
      await page.fill(field('Email', main), email);
      await page.click(button('Send code', main));
      await page.see(css('[role=alert]'), 'Use its code or its link');
      await page.open(await api.linkFor(email));
      await page.see(main, `Sign in as ${email} in this browser?`);
      await page.click(button('Sign in', main));
      await page.at(/^\/$/);
      await page.open('/profile');
      await page.see(main, email);
    },
  );

  story(
    'a code of an earlier email signs in too, in the browser that asked for it',
    async ({ page, api }) => {
      const email = newEmail('asha');
      await page.open('/login');
      await page.fill(field('Email', main), email);
      await page.click(button('Send code', main));
      await page.see(main, `We sent a code to ${email}.`);
      const code = await api.codeFor(email);
      await page.reload();
      await page.fill(field('Six-digit code', main), code);
      await page.at(/^\/$/);
    },
  );
});
