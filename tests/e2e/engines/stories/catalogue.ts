import { describe } from 'vitest';
import { story } from '../story.ts';
import { button, checkbox, css, dialog, field, heading, link, main, region } from '../target.ts';

const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';
const articles = css('article', undefined, main);

describe('the catalogue', () => {
  story(
    'a shopper opens a category and a product, goes back, and filters the listing [S-GEN-06 S-LIST-08]',
    async ({ page }) => {
      await page.open('/category');
      await page.click(link(/^Sarees/, main));
      await page.at('/Sarees');
      await page.count(articles, 12);
      await page.click(link(/^Gulnar/, main));
      await page.at(gulnar);
      await page.see(heading(/^Gulnar/, main));
      await page.see(main, '₹24,800');
      await page.back();
      await page.at('/Sarees');
      await page.count(articles, 12);

      const panel = dialog('Filters');
      const crafts = region('Craft', panel);
      await page.click(link(/^Filters/, main));
      await page.click(checkbox(/^Ikat/, crafts));
      await page.at('/Sarees?craft=Ikat');
      await page.see(button('Show 2 pieces', panel));
      await page.click(checkbox(/^Jamdani/, crafts));
      await page.at('/Sarees?craft=Ikat&craft=Jamdani');
      await page.click(button('Show 3 pieces', panel));
      await page.count(panel, 0);
      await page.count(articles, 3);
    },
  );

  story('search results open under the header while the shopper types [S-SRCH-01]', async ({ page }) => {
    const panel = css('#search-panel');
    const box = field('Search', css('body header'));
    await page.open('/our-story');
    await page.click(link('Search', css('body header')));
    await page.fill(box, 'gulnar');
    await page.see(css('article', /^Gulnar Banarasi Katan Silk Saree.*₹24,800/, panel));
    await page.fill(box, 'ikat stole');
    await page.press('Enter');
    await page.at('/search?query=ikat+stole');
    await page.see(heading('Results for “ikat stole”'));
    await page.see(articles, 'Ikat Madder Stole');
  });
});
