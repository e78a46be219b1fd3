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

it('does not ask about stitched categories in a new shop, whose seed marks them', async ({ shop }) => {
  expect((await readDashboard(shop)).stitchedQuestion).toBeNull();
  const stitched = (await readCategoryText(shop)).filter(({ returnable }) => !returnable);
  expect(stitched.map(({ name, cancellable }) => [name, cancellable])).toEqual([
    ['Suits', false],
    ['Co-Ord Sets', false],
  ]);
});

it('asks about stitched categories after an update, and preselects the stitched ones', async ({ shop }) => {
  await forgetAnswer(shop);
  const { stitchedQuestion } = await readDashboard(shop);
  expect(stitchedQuestion?.map(({ id, isStitched }) => [id, isStitched])).toEqual([
    ['Sarees', false],
    ['Suits', true],
    ['CoOrdSets', true],
    ['Dupattas', false],
    ['Stoles', false],
  ]);
});

it('marks only the chosen categories as stitched, and does not ask again', async ({ shop }) => {
  await forgetAnswer(shop);
  await answer(shop, ['Suits', 'Stoles']);
  expect((await readDashboard(shop)).stitchedQuestion).toBeNull();
  const flags = (await readCategoryText(shop)).map(({ id, returnable, cancellable }) => [
    id,
    returnable,
    cancellable,
  ]);
  expect(flags).toEqual([
    ['Sarees', true, true],
    ['Suits', false, false],
    ['CoOrdSets', true, true],
    ['Dupattas', true, true],
    ['Stoles', false, false],
  ]);
});

it('rejects a second choice of stitched categories and keeps the first', async ({ shop }) => {
  await forgetAnswer(shop);
  await answer(shop, []);
  await expect(answer(shop, ['Sarees'])).rejects.toMatchObject({ name: 'stitched-known', status: 409 });
  expect((await readCategoryText(shop)).every(({ returnable }) => returnable)).toBe(true);
});
