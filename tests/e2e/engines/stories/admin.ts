import { describe } from 'vitest';
import { newImage, uniqueWord } from '../product.ts';
import { staffSession } from '../staff.ts';
import { expect, story } from '../story.ts';
import { button, css, field, heading, link, main, text } from '../target.ts';

describe('the admin', () => {
  story(
    'a shopper finds a product that the staff have published [S-API-05]',
    async ({ page, api, owner }) => {
      const name = `Stole ${uniqueWord()} of Kota`;
      await page.store(staffSession(owner));
      await page.open('/admin/products');
      await page.click(link('New product'));
      await page.see(heading('New product'));
      await page.fill(css('input[type=file]'), {
        name: 'IMG_1.jpg',
        type: 'image/jpeg',
        bytes: await newImage('#972a20'),
      });
      await page.see(text('Uploads when you save'));
      await page.fill(field('Name'), name);
      await page.choose(field('Category'), 'Stoles');
      await page.fill(field('Fabrics'), 'Cotton');
      await page.press('Enter');
      await page.fill(field('Price, ₹'), '2100');
      await page.fill(field('HSN'), '5208');
      await page.fill(field('In stock'), '2');
      await page.click(button('Save draft'));
      const path = await page.at(/^\/admin\/products\/[A-Z-]+-\d+$/);
      await page.see(button(/^Picture 1:/));
      await page.click(button('Publish'));
      await page.see(text('Published'));
      const id = path.split('/').at(-1) ?? '';
      expect(await api.get(`/api/admin/products/${id}`, owner.token)).toMatchObject({
        state: 'live',
        price: 2100,
        sizes: [{ onHand: 2, held: 0 }],
      });
      await page.open(`/search?query=${encodeURIComponent(name)}`);
      await page.click(link(name, main));
      await page.see(heading(name, main));
      await page.see(main, '₹2,100');
    },
  );
});
