import { describe, expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { listBanners, readPage, readSettings } from './content.server.ts';
import { versionOf } from './edit-home.server.ts';
import { editSettings, settingsParts } from './edit-settings.server.ts';
import { settings } from './tables.server.ts';

describe('invalid records', () => {
  it('refuses settings without a shipping rule, and names it', async ({ shop }) => {
    await shop.db.execute(`update settings set value = value - 'shipping'`);
    await expect(readSettings(shop)).rejects.toThrow(
      /The record of the settings cannot be read:[\s\S]*shipping/,
    );
  });

  it('refuses a slide without its alternative text, and names it', async ({ shop }) => {
    await shop.db.execute(`update banners set slides = slides #- '{0,alt}'`);
    await expect(listBanners(shop, 'first')).rejects.toThrow(/The slides of the banner [\s\S]*alt/);
  });

  it('refuses a page whose paragraphs are no list, and names it', async ({ shop }) => {
    await shop.db.execute(`update pages set sections = jsonb_set(sections, '{0,paragraphs}', '"words"')`);
    await expect(readPage(shop, 'our-story')).rejects.toThrow(/The page our-story[\s\S]*paragraphs/);
  });

  it('reads settings with an unknown rule, which an edit removes', async ({ shop }) => {
    await shop.db.execute(`update settings set value = value || '{"pincodeRequired": true}'`);
    const stored = await readSettings(shop);
    expect(stored).not.toHaveProperty('pincodeRequired');
    const { rules } = settingsParts(stored);
    const change = { seenVersion: versionOf(rules), rules: { ...rules, promiseDays: 9 } };
    await inTransaction(shop, (tx) => editSettings(tx, change));
    const [row] = await shop.db.select({ value: settings.value }).from(settings);
    expect(row?.value).toMatchObject({ promiseDays: 9 });
    expect(row?.value).not.toHaveProperty('pincodeRequired');
  });
});
