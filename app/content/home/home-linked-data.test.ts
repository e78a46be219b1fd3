import { expect, it } from 'vitest';
import { aboutShop } from './home-linked-data.ts';

const shop = {
  publicUrl: 'https://shop.example',
  name: 'Tanabana',
  description: 'Cloth',
  email: 'hello@shop.example',
  phone: '+91 140 000 0000',
  socials: [{ url: 'https://social.example/shop' }],
};

it('the shop and its search are described in structured data for search engines [S-GEN-07]', () => {
  expect(aboutShop(shop)).toContainEqual(
    expect.objectContaining({
      '@type': 'Organization',
      url: 'https://shop.example/',
      sameAs: ['https://social.example/shop'],
    }),
  );
  const urlTemplate = 'https://shop.example/search?query={search_term_string}';
  const potentialAction = expect.objectContaining({ target: { '@type': 'EntryPoint', urlTemplate } });
  expect(aboutShop(shop)).toContainEqual(expect.objectContaining({ '@type': 'WebSite', potentialAction }));
});
