import { describe, expect } from 'vitest';
import { imageInput, publishSaree, saree } from '../../tests/fixtures/product-input.ts';
import { it } from '../../tests/fixtures/world.ts';
import { createProduct } from './edit-product.server.ts';
import { addImage, arrangeImages, removeImage } from './product-images.server.ts';

describe('the images of a product', () => {
  it('are at most four, in the owner’s order, each with a description', async ({ shop }) => {
    const product = await createProduct(shop, saree);
    for (const file of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
      await addImage(shop, product.id, imageInput(file));
    const tooMany = { name: 'too-many-images' };
    await expect(addImage(shop, product.id, imageInput('e.jpg'))).rejects.toMatchObject(tooMany);
    const others = ['a.jpg', 'b.jpg', 'c.jpg'].map((file) => ({ file, alt: '' }));
    const ordered = [{ file: 'd.jpg', alt: 'The pallu' }, ...others];
    const { images } = await arrangeImages(shop, product.id, ordered);
    expect(images.map(({ file }) => file)).toEqual(['d.jpg', 'a.jpg', 'b.jpg', 'c.jpg']);
    expect(images.map(({ alt }) => alt).slice(0, 2)).toEqual(['The pallu', `${saree.name}, picture 2`]);
  });

  it('keep their order when one of them is replaced, or when an outdated list of images is rejected', async ({
    shop,
  }) => {
    const product = await createProduct(shop, saree);
    for (const file of ['a.jpg', 'b.jpg']) await addImage(shop, product.id, imageInput(file));
    await expect(arrangeImages(shop, product.id, [])).rejects.toMatchObject({ name: 'changed-meanwhile' });
    const { images } = await addImage(shop, product.id, imageInput('c.jpg'), 'a.jpg');
    expect(images.map(({ file }) => file)).toEqual(['c.jpg', 'b.jpg']);
  });

  it('of a published product cannot all be deleted', async ({ shop }) => {
    const product = await publishSaree(shop);
    await expect(removeImage(shop, product.id, 'a.jpg')).rejects.toMatchObject({ name: 'not-ready' });
  });
});
