import type { ProductInput } from '../app/catalogue/product-rules.ts';

/** A saree as the owner would write it down. */
export const saree: ProductInput = {
  name: 'Wagtail Kota Doria Saree',
  categoryId: 'Sarees',
  pricePaise: 420_000,
  mrpPaise: 480_000,
  colour: 'Sparrow grey',
  colourFamily: 'grey',
  type: 'Kota',
  pattern: 'Khat checks',
  attributes: {
    fabric: 'Cotton and silk',
    measures: [{ part: 'saree', cm: 550 }],
    countryOfOrigin: 'India',
    hsn: '5208',
    place: 'Kaithun',
  },
  crafts: ['Kota Doria'],
  fabrics: ['Cotton'],
  sizes: [{ label: null, quantity: 2 }],
};

/** A picture of it, without words yet. */
export const picture = (file: string) => ({ file, width: 1500, height: 2000, colour: '#808080', alt: '' });
