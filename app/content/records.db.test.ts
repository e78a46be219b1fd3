import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { listBanners, readPage, readSettings } from './content.server.ts';
import { versionOf } from './edit-home.server.ts';
import { editSettings, settingsParts } from './edit-settings.server.ts';
import { settings } from './tables.server.ts';

it('reading an invalid record of the content causes an error that names the invalid field', async ({
  shop,
}) => {
  await shop.db.execute(`update banners set slides = slides #- '{0,alt}'`);
  await expect(listBanners(shop, 'first')).rejects.toThrow(/The slides of the banner [\s\S]*alt/);
  await shop.db.execute(`update pages set sections = jsonb_set(sections, '{0,paragraphs}', '"words"')`);
  await expect(readPage(shop, 'our-story')).rejects.toThrow(/The page our-story[\s\S]*paragraphs/);
  await shop.db.execute(`update settings set value = value - 'shipping'`);
  const unreadable = /The record of the settings cannot be read:[\s\S]*shipping/;
  await expect(readSettings(shop)).rejects.toThrow(unreadable);
});

it('an unknown field in the stored settings causes no error, and the next edit removes it', async ({
  shop,
}) => {
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
