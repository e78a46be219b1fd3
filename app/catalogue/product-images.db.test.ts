import { describe, expect } from 'vitest';
import { imageInput, publishSaree, saree } from '../../tests/fixtures/product-input.ts';
import { it } from '../../tests/fixtures/world.ts';
import { adjustStock, listStockMovements } from '../stock/stock.server.ts';
import { createProduct } from './edit-product.server.ts';
import { addImage, arrangeImages, removeImage } from './product-images.server.ts';

describe('the images of a product', () => {
  it('are at most four, in the owner’s order, each with a description', async ({ shop }) => {
    const product = await createProduct(shop, saree);
    for (const file of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
      await addImage(shop, product.id, imageInput(file));
    await expect(addImage(shop, product.id, imageInput('e.jpg'))).rejects.toMatchObject({
      name: 'too-many-images',
    });
    const input = ['d.jpg', 'a.jpg', 'b.jpg', 'c.jpg'].map((file) => ({ file, alt: '' }));
    const images = await arrangeImages(shop, product.id, [
      { file: 'd.jpg', alt: 'The pallu' },
      ...input.slice(1),
    ]);
    expect(images.images.map(({ file }) => file)).toEqual(['d.jpg', 'a.jpg', 'b.jpg', 'c.jpg']);
    expect(images.images.map(({ alt }) => alt).slice(0, 2)).toEqual([
      'The pallu',
      `${saree.name}, picture 2`,
    ]);
  });

  it('keep their order when one image is replaced', async ({ shop }) => {
    const product = await createProduct(shop, saree);
    for (const file of ['a.jpg', 'b.jpg']) await addImage(shop, product.id, imageInput(file));
    const { images } = await addImage(shop, product.id, imageInput('c.jpg'), 'a.jpg');
    expect(images.map(({ file }) => file)).toEqual(['c.jpg', 'b.jpg']);
  });

  it('are not rearranged if another change was made after they were read', async ({ shop }) => {
    const product = await createProduct(shop, saree);
    await addImage(shop, product.id, imageInput('a.jpg'));
    await expect(arrangeImages(shop, product.id, [])).rejects.toMatchObject({ name: 'changed-meanwhile' });
  });

  it('include at least one image while the product is published', async ({ shop }) => {
    const product = await publishSaree(shop);
    await expect(removeImage(shop, product.id, 'a.jpg')).rejects.toMatchObject({ name: 'not-ready' });
  });
});

describe('the stock of a product', () => {
  it('changes by a number of units, with a reason', async ({ shop }) => {
    await adjustStock(shop, 'TB-STO-001', -1, 'sold in the store');
    await adjustStock(shop, 'TB-STO-001', 3, 'counted again');
    const movements = await listStockMovements(shop, ['TB-STO-001'], 10);
    expect(movements.map(({ change, reason }) => `${change} ${reason}`)).toEqual(
      expect.arrayContaining(['-1 sold in the store', '3 counted again', '40 first stock']),
    );
    await expect(adjustStock(shop, 'TB-SAR-001', -2, 'sold in the store')).rejects.toMatchObject({
      name: 'not-enough-stock',
    });
  });
});
