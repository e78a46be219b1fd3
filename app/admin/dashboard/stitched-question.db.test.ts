import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { it } from '../../../tests/fixtures/world.ts';
import { readCategoryText } from '../../catalogue/edit-categories.server.ts';
import { settings } from '../../content/tables.server.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { answerStitchedQuestion, readDashboard } from './dashboard.server.ts';

/** Changes the settings as if staff had not yet chosen the stitched categories. */
const forgetAnswer = ({ db }: Shop) =>
  db.update(settings).set({ value: sql`${settings.value} - 'knowsStitched'` });
const answer = (shop: Shop, ids: string[]) => inTransaction(shop, (tx) => answerStitchedQuestion(tx, ids));

it('a new shop does not ask which categories are stitched', async ({ shop }) => {
  expect((await readDashboard(shop)).stitchedQuestion).toBeNull();
  const stitched = (await readCategoryText(shop)).filter(({ returnable }) => !returnable);
  expect(stitched.map(({ name, cancellable }) => [name, cancellable])).toEqual([
    ['Suits', false],
    ['Co-Ord Sets', false],
  ]);
});

it('the dashboard asks after an update which categories are stitched', async ({ shop }) => {
  await forgetAnswer(shop);
  const { stitchedQuestion } = await readDashboard(shop);
  expect(stitchedQuestion).toHaveLength(5);
  const preselected = stitchedQuestion?.filter(({ isStitched }) => isStitched);
  expect(preselected?.map(({ id }) => id)).toEqual(['Suits', 'CoOrdSets']);
});

it('the dashboard does not ask again after staff have marked categories', async ({ shop }) => {
  await forgetAnswer(shop);
  await answer(shop, ['Suits', 'Stoles']);
  expect((await readDashboard(shop)).stitchedQuestion).toBeNull();
  const categories = await readCategoryText(shop);
  const idsWith = (flag: 'returnable' | 'cancellable') =>
    categories.filter((category) => category[flag]).map(({ id }) => id);
  expect(idsWith('returnable')).toEqual(['Sarees', 'CoOrdSets', 'Dupattas']);
  expect(idsWith('cancellable')).toEqual(['Sarees', 'CoOrdSets', 'Dupattas']);
});

it('a second choice of stitched categories is rejected', async ({ shop }) => {
  await forgetAnswer(shop);
  await answer(shop, []);
  await expect(answer(shop, ['Sarees'])).rejects.toMatchObject({ name: 'stitched-known', status: 409 });
  expect((await readCategoryText(shop)).every(({ returnable }) => returnable)).toBe(true);
});
