import { describe } from 'vitest';
import { story } from '../story.ts';
import { button, css, dialog, header, link } from '../target.ts';

const menu = dialog('Menu');
/** In the menu, and in what it leaves free at the right of every engine's window. */
const [inside, beside] = [
  { x: 120, y: 400 },
  { x: 387, y: 400 },
];

/** A dialog that a press beside it closes: the time for the second press of a double click is over. */
const closable = css('dialog[open][closedby="any"]');

describe('dialogs', () => {
  story(
    'a press beside the open menu closes it, and one that begins inside and ends beside does not [S-MNV-01]',
    async ({ page }) => {
      await page.open('/our-story');
      await page.click(link('Menu', header));
      await page.see(menu);
      await page.tap(inside);
      await page.see(menu);
      await page.tap(inside, beside);
      await page.see(menu);
      await page.tap(beside);
      await page.count(css('dialog[open]'), 0);
    },
  );

  story(
    'a press that begins in the question of the cart and ends beside it leaves it open',
    async ({ page, product }) => {
      const question = dialog('Login Required');
      const above = { x: 200, y: 20 };
      await page.store({ guestCart: JSON.stringify([{ proId: product.id, quantity: 1 }]) });
      await page.open('/cart');
      await page.see(css('main .lines output'), '1');
      await page.click(button('Checkout'));
      await page.see(question);
      await page.tap({ x: 200, y: 422 }, above);
      await page.see(question);
      await page.see(closable);
      await page.tap(above);
      await page.count(question, 0);
    },
  );
});
