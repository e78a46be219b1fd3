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

it('the dashboard of a shop from an earlier version asks which categories are stitched, until staff have replied', async ({
  shop,
}) => {
  await forgetAnswer(shop);
  const { stitchedQuestion } = await readDashboard(shop);
  expect(stitchedQuestion).toHaveLength(5);
  const preselected = stitchedQuestion?.filter(({ isStitched }) => isStitched);
  expect(preselected?.map(({ id }) => id)).toEqual(['Suits', 'CoOrdSets']);
  await answer(shop, ['Suits', 'Stoles']);
  expect((await readDashboard(shop)).stitchedQuestion).toBeNull();
  await expect(answer(shop, ['Sarees'])).rejects.toMatchObject({ name: 'stitched-known', status: 409 });
  const flags = (await readCategoryText(shop)).map(({ id, ...one }) => [id, one.returnable, one.cancellable]);
  const expected = { Sarees: true, Suits: false, CoOrdSets: true, Dupattas: true, Stoles: false };
  expect(flags).toEqual(Object.entries(expected).map(([id, flag]) => [id, flag, flag]));
});
