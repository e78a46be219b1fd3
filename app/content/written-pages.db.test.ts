import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { refundTime } from '../payments/refund-time.ts';
import type { WrittenPage } from './contract.ts';
import { banners, pages, settings } from './tables.server.ts';
import { listPolicies, readPolicy, readStory } from './written-pages.server.ts';

function textOf({ title, intro, sections }: WrittenPage): string {
  return [title, intro, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])].join(
    '\n',
  );
}

async function policyText(shop: Shop, path: string): Promise<string> {
  return textOf((await readPolicy(shop, path)).policy);
}

it('lists the four policies, in the footer’s order [S-RT-24]', async ({ shop }) => {
  const titles = (await listPolicies(shop)).map(({ title }) => title);
  expect(titles).toEqual([
    'Returns & Cancellation',
    'Delivery & Shipping',
    'Privacy Policy',
    'Terms & Conditions',
  ]);
});

it('finds each policy by its path [S-RT-26 S-RT-27 S-RT-28 S-RT-29]', async ({ shop }) => {
  for (const slug of ['privacy-policy', 'shipping-policy', 'terms-and-conditions', 'return-policy']) {
    expect((await readPolicy(shop, `/${slug}`)).policy.slug).toBe(slug);
  }
});

it('refuses a path that is no policy’s', async ({ shop }) => {
  await expect(readPolicy(shop, '/our-story')).rejects.toMatchObject({ name: 'no-such-page', status: 404 });
});

it('fills every placeholder of the written pages', async ({ shop }) => {
  for (const page of [...(await listPolicies(shop)), await readStory(shop)]) {
    expect(textOf(page)).not.toMatch(/\{\w+\}/);
  }
});

it('states the specified rules in the shipping policy [S-POL-01 S-POL-02 S-POL-03 S-POL-04 S-POL-05 S-POL-06 S-POL-07 S-POL-08]', async ({
  shop,
}) => {
  const text = await policyText(shop, '/shipping-policy');
  for (const rule of [
    'Within India: 3–5 working days',
    'Outside India: 5–10 working days',
    'Domestic shipping is free',
    'orders of ₹10,000 or more',
    'calculated at checkout',
    'store credit for the duty charged',
    '$2500',
    'there is no refund',
    'Sundays and public holidays',
  ]) {
    expect(text).toContain(rule);
  }
});

it('reads the story [S-RT-30 S-CON-05]', async ({ shop }) => {
  expect(await readStory(shop)).toMatchObject({
    slug: 'our-story',
    title: 'Our Story',
    img: 'tb-sar-008-1.jpg',
  });
});

const oldBelonging = JSON.stringify([
  'A saree takes a fortnight to a month. In that time the weaver settles the tension of every thread with a hand on the cloth. You can feel it in the fall: it is never quite the same twice.',
  'We buy from the loom, we pay before the cloth is cut down, and we tell you who wove it.',
]);

const statementsOf = (migration: string) =>
  readFileSync(`migrations/${migration}.sql`, 'utf8').split('--> statement-breakpoint');

/** Writes the pages as the shop was delivered with them before: the text of the first migration, which the second one completes. */
async function writeOldPages(shop: Shop) {
  for (const statement of statementsOf('0013_true_pages'))
    await shop.db.execute(sql.raw(statement.replace(/ AND md5.*/, '')));
  await upgrade(shop, '0015_orders_from_abroad');
}

async function upgrade(shop: Shop, migration: string) {
  for (const statement of statementsOf(migration)) await shop.db.execute(sql.raw(statement));
}

it('gives pages that the owner has not changed the texts of the seeds in an upgrade', async ({ shop }) => {
  const seeded = await listPolicies(shop);
  await writeOldPages(shop);
  expect(await policyText(shop, '/terms-and-conditions')).toContain('Many pieces exist once');
  await upgrade(shop, '0019_plain_texts');
  expect((await listPolicies(shop)).map(textOf)).toEqual(seeded.map(textOf));
});

it('keeps a page that the owner has changed in an upgrade', async ({ shop }) => {
  await writeOldPages(shop);
  const intro = 'In short: slowly.';
  await shop.db.update(pages).set({ intro }).where(eq(pages.slug, 'shipping-policy'));
  await upgrade(shop, '0019_plain_texts');
  const text = await policyText(shop, '/shipping-policy');
  expect(text).toContain(intro);
  expect(text).toContain('as soon as the checkout takes your country');
});

it('replaces the unchanged sentences of the home page and of the reasons for a return in an upgrade', async ({
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
  await shop.db.execute(sql`update settings set value = replace(value::text, 'The colour or size does not suit me',
    'The colour or size is not as shown')::jsonb`);
  await shop.db.execute(sql`update banners set slides = replace(replace(slides::text, 'Indigo, light to dark',
    'The indigo vat, fed with dates'), 'Indigo, in every shade from first dip to midnight.',
    'Indigo from one vat, in every shade it gives.')::jsonb`);
  await upgrade(shop, '0019_plain_texts');
  expect(await read()).toEqual(before);
});

it('names in the return policy the time of a refund that emails and pages promise [S-POL-14]', async ({
  shop,
}) => {
  expect(await policyText(shop, '/return-policy')).toContain(`A refund reaches you in ${refundTime}`);
});
