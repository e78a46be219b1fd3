import { expect, it } from 'vitest';
import { describePage, publicUrlOf, shorten } from './describe.ts';

const root = {
  id: 'root',
  loaderData: { publicUrl: 'https://cloth.example/', layoutData: { settings: { name: 'Kargha' } } },
};
const about = { title: 'Our story', description: 'Who weaves, and where.', path: '/our-story' };

const home = { ...about, title: 'Kargha: cloth', path: '/' };
const canonical = { tagName: 'link', rel: 'canonical', href: 'https://cloth.example/our-story' };
const image = { property: 'og:image', content: 'https://cloth.example/uploads/loom.jpg?w=1280&f=jpg' };

it.each<[what: string, page: Parameters<typeof describePage>[1], tag: object]>([
  ['the title with the name of the shop', about, { title: 'Our story | Kargha' }],
  ['the title of the home page alone', home, { title: 'Kargha: cloth' }],
  ['the absolute canonical URL', about, canonical],
  ['the 1280 px JPEG of an image as the shared image', { ...about, image: 'loom.jpg' }, image],
])('describes a page with %s', (_, page, tag) => {
  expect(describePage([root], page)).toContainEqual(tag);
});

it('describes a page with one script for each schema.org object, and without the tag of a missing image', () => {
  const jsonLd = [{ '@type': 'Product' }, { '@type': 'Brand' }];
  const tags = describePage([root], { ...about, image: null, jsonLd });
  expect(tags.filter((tag) => 'script:ld+json' in tag)).toHaveLength(2);
  expect(JSON.stringify(tags)).not.toContain('og:image');
});

it('describes a page with a relative URL and without the shop’s name if the root loader has failed', () => {
  const tags = describePage([undefined, { id: 'root' }], about);
  expect(tags).toContainEqual({ ...canonical, href: '/our-story' });
  expect(tags).toContainEqual({ title: 'Our story' });
});

it('removes the trailing slash of the public URL', () => {
  expect(publicUrlOf([root])).toBe('https://cloth.example');
});

it.each([
  ['a short text unchanged', 'A length of cloth.', 160, 'A length of cloth.'],
  ['a text up to the end of a word', 'Woven in Varanasi, over thirty days', 20, 'Woven in Varanasi…'],
  ['a part of a word that is longer than the limit', 'x'.repeat(40), 10, `${'x'.repeat(9)}…`],
])('limits the length of a text: returns %s', (_, text, limit, shown) => {
  expect(shorten(text, limit)).toBe(shown);
});
