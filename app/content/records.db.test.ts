import { describe, expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { listBanners, readPage, readSettings } from './content.server.ts';

describe('a record that is not as it should be', () => {
  it('settings without a shipping rule are refused by name', async ({ shop }) => {
    await shop.db.execute(`update settings set value = value - 'shipping'`);
    await expect(readSettings(shop)).rejects.toThrow(
      /The record of the settings cannot be read:[\s\S]*shipping/,
    );
  });

  it('a slide without its alternative words is refused by name', async ({ shop }) => {
    await shop.db.execute(`update banners set slides = slides #- '{0,alt}'`);
    await expect(listBanners(shop, 'first')).rejects.toThrow(/The slides of the banner [\s\S]*alt/);
  });

  it('a page whose paragraphs are no list is refused by name', async ({ shop }) => {
    await shop.db.execute(`update pages set sections = jsonb_set(sections, '{0,paragraphs}', '"words"')`);
    await expect(readPage(shop, 'our-story')).rejects.toThrow(/The page our-story[\s\S]*paragraphs/);
  });

  it('the world has no such record', async ({ shop }) => {
    expect((await readSettings(shop)).typewriter).toHaveLength(5);
    for (const place of ['first', 'second', 'handwoven'] as const)
      expect(await listBanners(shop, place)).not.toEqual([]);
  });
});
