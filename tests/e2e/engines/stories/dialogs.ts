import { describe } from 'vitest';
import { story } from '../story.ts';
import { button, css, dialog, header, link } from '../target.ts';

const menu = dialog('Menu');
/** Two points that are inside the window of every engine: one on the menu, one beside the menu. */
const [onMenu, besideMenu] = [
  { x: 120, y: 400 },
  { x: 387, y: 400 },
];

/** An open dialog that a click outside closes. It matches once the time for a double click has passed. */
const closable = css('dialog[open][closedby="any"]');

describe('dialogs', () => {
  story('only a click that starts outside the open menu closes it [S-MNV-01]', async ({ page }) => {
    await page.open('/our-story');
    await page.click(link('Menu', header));
    await page.see(menu);
    await page.tap(onMenu);
    await page.see(menu);
    await page.tap(onMenu, besideMenu);
    await page.see(menu);
    await page.tap(besideMenu);
    await page.count(css('dialog[open]'), 0);
  });

  story(
    'a press that starts in the cart’s dialog and ends outside does not close the dialog',
    async ({ page, product }) => {
      const signIn = dialog('Login Required');
      const above = { x: 200, y: 20 };
      await page.store({ guestCart: JSON.stringify([{ proId: product.id, quantity: 1 }]) });
      await page.open('/cart');
      await page.see(css('main .lines output'), '1');
      await page.click(button('Checkout'));
      await page.see(signIn);
      await page.tap({ x: 200, y: 422 }, above);
      await page.see(signIn);
      await page.see(closable);
      await page.tap(above);
      await page.count(signIn, 0);
    },
  );
});
