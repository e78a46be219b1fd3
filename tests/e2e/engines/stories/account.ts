import { describe } from 'vitest';
import { newShopper, sessionOf } from '../shopper.ts';
import { expect, story } from '../story.ts';
import { button, field, main } from '../target.ts';

describe('the account', () => {
  story('a profile is filled in and kept [S-PROF-01]', async ({ page, api }) => {
    const shopper = await newShopper(api);
    await page.store(sessionOf(shopper));
    await page.open('/account-form');
    await page.fill(field(/^First name/), 'Meera');
    await page.fill(field(/^Last name/), 'Joshi');
    await page.fill(field(/^Phone/), '98290 00000');
    await page.fill(field(/^Address/), '14, Ravi Nagar');
    await page.fill(field(/^City/), 'Jaipur');
    await page.choose(field(/^State/), 'Rajasthan');
    await page.click(button('Save'));
    await page.at('/profile');
    await page.see(main, 'Meera Joshi');
    expect(await api.get('/api/user/profile', shopper.token)).toMatchObject({
      firstName: 'Meera',
      phone: '+919829000000',
      state: 'Rajasthan',
    });
  });
});
