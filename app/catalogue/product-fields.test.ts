import { describe, expect, it } from 'vitest';
import { listSeedProducts } from '../../seeds/seed.server.ts';
import { descriptionOf, formatLength, formatLoomTime } from './product-fields.ts';
import { readDescription } from './rules.ts';

const products = listSeedProducts();

function product(id: string) {
  const found = products.find((product) => product.id === id);
  if (!found) throw new Error(`The seed has no ${id}`);
  return found;
}

describe('the description', () => {
  it('of each product contains fabric, craft and care, and can be split into its lines again [S-PDP-08]', () => {
    for (const { id, attributes } of products) {
      const text = descriptionOf(attributes);
      const lines = readDescription(text);
      expect(lines.map(({ label, value }) => `${label}: ${value}`).join('\n'), id).toBe(text);
      for (const { label, value } of lines) expect([label, value], id).not.toContain('');
      expect(lines.map(({ label }) => label)).toEqual(expect.arrayContaining(['Fabric', 'Craft', 'Care']));
    }
  });

  it('has a line for every fact about Gulnar, a saree with a blouse piece [S-PDP-08]', () => {
    expect(descriptionOf(product('TB-SAR-001').attributes)).toBe(
      [
        'Fabric: Pure katan silk with tested gold-tone zari',
        'Craft: Kadhua brocade, each buta bound off by hand',
        'Weave: Satin ground with extra-weft brocade',
        'Length: 5.5 m with 0.8 m blouse piece',
        'Blouse piece: Included, plain lac red with zari border',
        'Care: Dry clean; store folded in muslin and refold every three months',
        'Origin: Varanasi, Uttar Pradesh',
        'Time to make: 34 days, two weavers',
        "Weaver's note: The back is as clean as the front; there are no cut floats to catch on jewellery.",
      ].join('\n'),
    );
  });

  it('contains the lengths of each part [S-PDP-08]', () => {
    const lengths = ['TB-SUT-001', 'TB-STO-001', 'TB-SAR-004'].map((id) =>
      formatLength(product(id).attributes),
    );
    const saree = '5.5 m with 0.8 m running blouse piece';
    expect(lengths).toEqual(['Kurta 104 cm, trousers 98 cm, dupatta 2.4 m', '1.9 m x 0.7 m', saree]);
  });

  it('has no line for an unknown length or an unknown making time [S-PDP-08]', () => {
    const unknown = { measures: [], countryOfOrigin: 'India' };
    expect(formatLength(unknown)).toBeUndefined();
    expect(formatLoomTime(unknown)).toBeUndefined();
    expect(descriptionOf(unknown)).toBe('');
  });
});
