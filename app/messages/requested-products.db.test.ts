import { expect } from 'vitest';
import { neelambari, suit, suitM, unpublish } from '../../tests/fixtures/products.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readRequestedProducts } from './requested-products.server.ts';

it('the message names product, quantity and size, and asks for the country [S-GEN-13]', async ({ shop }) => {
  const requested = await readRequestedProducts(shop, `${neelambari}:2,${suit}:1:${suitM}`);
  expect(requested?.proId).toBe('');
  expect(requested?.message.split('\n')).toEqual([
    'I would like to order from another country:',
    expect.stringMatching(/^- 2 × Neelambari .+ \(TB-SAR-005\)$/),
    expect.stringMatching(/^- 1 × .+, size M \(TB-SUT-001\)$/),
    '',
    'Country and postcode: ',
  ]);
});

it('the message contains the number of a single product, to open its page', async ({ shop }) => {
  expect((await readRequestedProducts(shop, `${neelambari}:1`))?.proId).toBe(neelambari);
});

it('the message omits entries with an unpublished product, unknown size or no quantity', async ({ shop }) => {
  await unpublish(shop, suit);
  const entries = [
    'TB-SAR-099:1',
    `${suit}:1:${suitM}`,
    `${neelambari}:0`,
    `${neelambari}:100`,
    `${neelambari}:1:TB-SUT-001-M`,
    `${neelambari}`,
    '<b>:1',
    `' or 1=1:1`,
  ];
  for (const entry of entries) expect(await readRequestedProducts(shop, entry)).toBeUndefined();
  const requested = await readRequestedProducts(shop, [...entries, `${neelambari}:3`].join(','));
  expect(requested?.message).toContain('3 × Neelambari');
  expect(requested?.message).not.toContain('<b>');
});

it('the message names at most 40 products, and says how many others there are', async ({ shop }) => {
  const requested = await readRequestedProducts(shop, Array(100).fill(`${neelambari}:1`).join(','));
  expect(requested?.message.match(/Neelambari/g)).toHaveLength(40);
  expect(requested?.message).toContain('- and 60 more pieces');
  expect(requested?.message.length).toBeLessThan(4000);
});
