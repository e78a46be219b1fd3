import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { findCategory } from './catalogue.server.ts';
import { createCategories } from './categories.server.ts';
import { reservedSlugs } from './rules.ts';

const shawls = { name: 'Winter Shawls', img: null, selvedge: 'wave', position: 9 } as const;

it('a new category has a slug that is its name without spaces [S-RT-07]', async ({ shop }) => {
  await createCategories(shop, [shawls]);
  const created = { slug: 'WinterShawls', link: '/WinterShawls' };
  expect(await findCategory(shop, 'WinterShawls')).toMatchObject(created);
});

it.for(['Cart', 'Login', 'Category', 'API', 'our-story', '?', ''])(
  'a category with the name “%s” is rejected, because its slug is reserved or empty',
  async (name, { shop }) => {
    await expect(
      createCategories(shop, [{ ...shawls, name, slug: name.includes('-') ? name : undefined }]),
    ).rejects.toMatchObject({ name: 'reserved-name', status: 409 });
  },
);

it('a category with a reserved slug is rejected, in upper or lower case', async ({ shop }) => {
  for (const slug of reservedSlugs()) {
    await expect(createCategories(shop, [{ ...shawls, slug: slug.toUpperCase() }])).rejects.toMatchObject({
      status: 409,
    });
  }
});
