import { describe } from 'vitest';
import { story } from '../story.ts';
import { css, dialog, header, link } from '../target.ts';

const menu = dialog('Menu');
/** Two points that are inside the window of every engine: one on the menu, one beside the menu. */
const [onMenu, besideMenu] = [
  { x: 120, y: 400 },
  { x: 387, y: 400 },
];

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
});
