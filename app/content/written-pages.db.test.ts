import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { refundTime } from '../payments/refund-time.ts';
import type { WrittenPage } from './contract.ts';
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

it('states the specified rules in the shipping policy [S-POL-01…08]', async ({ shop }) => {
  const text = await policyText(shop, '/shipping-policy');
  for (const rule of [
    'Within India: 3–5 working days',
    'Outside India: 5–10 working days',
    'Domestic shipping is free',
    'above ₹10,000',
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

it('names in the return policy the time of a refund that emails promise [S-POL-14]', async ({ shop }) => {
  expect(await policyText(shop, '/return-policy')).toContain(`A refund reaches you in ${refundTime}`);
});
