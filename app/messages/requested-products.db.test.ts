import { expect } from 'vitest';
import { neelambari, suit, suitM, unpublish } from '../../tests/fixtures/products.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readRequestedProducts } from './requested-products.server.ts';

it('the prepared text of an order by message names each product with its quantity and size [S-GEN-13]', async ({
  shop,
}) => {
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

it('the prepared text of an order by message omits unpublished products and invalid quantities', async ({
  shop,
}) => {
  await unpublish(shop, suit);
  const invalid = ['TB-SAR-099:1', `${suit}:1:${suitM}`, neelambari, '<b>:1', `' or 1=1:1`];
  const entries = [...invalid, ...[':0', ':100', `:1:${suitM}`].map((rest) => neelambari + rest)];
  expect((await readRequestedProducts(shop, `${neelambari}:1`))?.proId).toBe(neelambari);
  for (const entry of entries) expect(await readRequestedProducts(shop, entry)).toBeUndefined();
  const requested = await readRequestedProducts(shop, [...entries, `${neelambari}:3`].join(','));
  expect(requested?.message).toContain('3 × Neelambari');
  expect(requested?.message).not.toContain('<b>');
});

it('the prepared text of an order by message names at most 40 products, and states how many it omits', async ({
  shop,
}) => {
  const requested = await readRequestedProducts(shop, Array(100).fill(`${neelambari}:1`).join(','));
  expect(requested?.message.match(/Neelambari/g)).toHaveLength(40);
  expect(requested?.message).toContain('- and 60 more pieces');
  expect(requested?.message.length).toBeLessThan(4000);
});
