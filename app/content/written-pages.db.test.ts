import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { refundTime } from '../payments/payment-facts.ts';
import type { WrittenPage } from './contract.ts';
import { banners, pages, settings } from './tables.server.ts';
import { listPolicies, readPolicy } from './written-pages.server.ts';

function textOf({ title, intro, sections }: WrittenPage): string {
  const texts = sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]);
  return [title, intro, ...texts].join('\n');
}

async function policyText(shop: Shop, path: string): Promise<string> {
  return textOf((await readPolicy(shop, path)).policy);
}

it('reading a policy responds 404 for a page that is not a policy', async ({ shop }) => {
  await expect(readPolicy(shop, '/our-story')).rejects.toMatchObject({ name: 'no-such-page', status: 404 });
});

const oldBelonging = JSON.stringify([
  'A saree takes a fortnight to a month. In that time the weaver settles the tension of every thread with a hand on the cloth. You can feel it in the fall: it is never quite the same twice.',
  'We buy from the loom, we pay before the cloth is cut down, and we tell you who wove it.',
]);

const statementsOf = (migration: string) =>
  readFileSync(`migrations/${migration}.sql`, 'utf8').split('--> statement-breakpoint');

/**
 * Writes the pages as older versions of the shop contained them: with the texts of migration 0013, as migration 0015 changed
 * them.
 */
async function writeOldPages(shop: Shop) {
  for (const statement of statementsOf('0013_true_pages'))
    await shop.db.execute(sql.raw(statement.replace(/ AND md5.*/, '')));
  await upgrade(shop, '0015_orders_from_abroad');
}

async function upgrade(shop: Shop, migration: string) {
  for (const statement of statementsOf(migration)) await shop.db.execute(sql.raw(statement));
}

/** Runs the migrations that change texts, in their order. */
async function upgradeTexts(shop: Shop) {
  await upgrade(shop, '0019_plain_texts');
  await upgrade(shop, '0020_truer_pages');
}

it('an upgrade gives each page the text of a new shop, unless the owner has edited the page', async ({
  shop,
}) => {
  const seeded = await listPolicies(shop);
  await writeOldPages(shop);
  expect(await policyText(shop, '/terms-and-conditions')).toContain('Many pieces exist once');
  await upgradeTexts(shop);
  expect((await listPolicies(shop)).map(textOf)).toEqual(seeded.map(textOf));
});

it('an upgrade keeps a page that the owner has changed', async ({ shop }) => {
  await writeOldPages(shop);
  const intro = 'In short: slowly.';
  await shop.db.update(pages).set({ intro }).where(eq(pages.slug, 'shipping-policy'));
  await upgradeTexts(shop);
  const text = await policyText(shop, '/shipping-policy');
  expect(text).toContain(intro);
  expect(text).toContain('as soon as the checkout takes your country');
});

it('an upgrade replaces home page sentences and return reasons that the owner has not changed', async ({
  shop,
}) => {
  const read = async () => ({
    value: (await shop.db.select().from(settings))[0]?.value,
    slides: (await shop.db.select().from(banners).orderBy(banners.id)).map(({ slides }) => slides),
  });
  const before = await read();
  await shop.db.execute(
    sql`update settings set value = jsonb_set(value, '{belonging,paragraphs}', ${oldBelonging}::jsonb)`,
  );
  await shop.db.execute(sql`update banners set slides = replace(replace(slides::text, 'Indigo, light to dark',
    'The indigo vat, fed with dates'), 'Indigo, in every shade from first dip to midnight.',
    'Indigo from one vat, in every shade it gives.')::jsonb`);
  for (const [now, old] of [
    ['The colour or size does not suit me', 'The colour or size is not as shown'],
    ['as many pieces as you like', 'as many as you like'],
    ['stoles, made by hand.', 'stoles, woven by hand.'],
    ['dried in the sun', 'dyed in the sun'],
  ])
    await shop.db.execute(sql`update settings set value = replace(value::text, ${now}, ${old})::jsonb`);
  await upgradeTexts(shop);
  expect(await read()).toEqual(before);
});

it('the return policy names the same refund time as the emails and the other pages [S-POL-14]', async ({
  shop,
}) => {
  expect(await policyText(shop, '/return-policy')).toContain(`A refund reaches you ${refundTime}`);
});
