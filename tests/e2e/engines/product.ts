import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { AdminProduct } from '../../../app/catalogue/for-staff/contract.ts';
import type { ShopApi } from './shop-api.ts';

export type Product = { id: string; name: string; url: string };

/** Returns a unique word. */
export const uniqueWord = () =>
  randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(8, 'o')
    .slice(0, 8);

export const newImage = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

/**
 * Creates a published product at ₹450 with five units in stock. Each story creates its own product, so its sales do not affect
 * other stories.
 */
export async function newProduct(api: ShopApi, token: string): Promise<Product> {
  const created = await api.post<AdminProduct>('/api/admin/products', {
    token,
    body: {
      name: `Stole ${uniqueWord()}`,
      category: 'Stoles',
      price: 450,
      mrp: 600,
      colour: null,
      colourFamily: null,
      type: null,
      pattern: null,
      crafts: [],
      fabrics: ['Cotton'],
      attributes: { hsn: '6214' },
      sizes: [{ label: null, quantity: 5 }],
    },
  });
  const bytes = await newImage('#26386b');
  const { version } = await api.post<AdminProduct>(`/api/admin/upload/products/${created.id}/images`, {
    token,
    bytes,
  });
  const { id, name, url } = await api.post<AdminProduct>(`/api/admin/products/${created.id}/state`, {
    token,
    body: { version, state: 'live' },
  });
  return { id, name, url };
}

/** Reads a product's units on hand and the units held for shoppers who are paying. */
export async function stockOf(
  api: ShopApi,
  token: string,
  { id }: Product,
): Promise<{ onHand: number; held: number }> {
  const { sizes } = await api.get<AdminProduct>(`/api/admin/products/${id}`, token);
  const [size] = sizes;
  if (!size) throw new Error(`${id} has no size`);
  const { onHand, held } = size;
  return { onHand, held };
}
