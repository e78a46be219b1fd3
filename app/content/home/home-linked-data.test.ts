import { expect, it } from 'vitest';
import { aboutShop } from './home-linked-data.ts';

it('the shop and its search are described in structured data for search engines [S-GEN-07]', () => {
  const sameAs = ['https://social.example/shop'];
  const described = aboutShop({
    ...{ publicUrl: 'https://shop.example', name: 'Tanabana', description: 'Cloth' },
    ...{ email: 'hello@shop.example', phone: '+91 140 000 0000', socials: sameAs.map((url) => ({ url })) },
  });
  const shop = { '@type': 'Organization', url: 'https://shop.example/', sameAs };
  expect(described).toContainEqual(expect.objectContaining(shop));
  const urlTemplate = 'https://shop.example/search?query={search_term_string}';
  const potentialAction = expect.objectContaining({ target: { '@type': 'EntryPoint', urlTemplate } });
  expect(described).toContainEqual(expect.objectContaining({ '@type': 'WebSite', potentialAction }));
});
