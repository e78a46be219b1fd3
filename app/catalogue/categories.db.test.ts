import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { findCategory } from './catalogue.server.ts';
import { createCategories } from './categories.server.ts';
import { reservedSlugs } from './rules.ts';

const shawls = {
  name: 'Winter Shawls',
  word: '',
  intro: '',
  img: null,
  display: 'hung',
  selvedge: 'wave',
  position: 9,
} as const;

it('gives a new category its name without spaces as its path [S-RT-07]', async ({ shop }) => {
  await createCategories(shop, [shawls]);
  expect(await findCategory(shop, 'WinterShawls')).toMatchObject({
    slug: 'WinterShawls',
    link: '/WinterShawls',
  });
});

it.for(['Cart', 'Login', 'Category', 'API', 'our-story', '?', ''])(
  'refuses a category called “%s”, whose address is taken or none',
  async (name, { shop }) => {
    await expect(
      createCategories(shop, [{ ...shawls, name, slug: name.includes('-') ? name : undefined }]),
    ).rejects.toMatchObject({
      name: 'reserved-name',
      status: 409,
    });
  },
);

it('refuses every reserved address, whatever its case', async ({ shop }) => {
  for (const slug of reservedSlugs()) {
    await expect(createCategories(shop, [{ ...shawls, slug: slug.toUpperCase() }])).rejects.toMatchObject({
      status: 409,
    });
  }
});
