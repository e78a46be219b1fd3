import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import { AddToCart, StockText } from '../../cart/add-to-cart.tsx';
import type { Review } from '../../reviews/contract.ts';
import { ProductReviews } from '../../reviews/product-reviews.tsx';
import type { Product } from '../contract.ts';
import { readDescription } from '../rules.ts';
import { Gallery } from './gallery.tsx';
import { productFacts } from './product-facts.server.ts';
import { Cloth, Disclosure, ProductFacts } from './product-facts.tsx';
import { ProductHeading } from './product-heading.tsx';
import { withinStock } from './quantity.tsx';
import { isNamed, soldOutLabel } from './size-picker.tsx';

const image = (number: number) => ({
  file: `tb-sar-001-${number}.jpg`,
  width: 1200,
  height: 1600,
  colour: '#a4857d',
  alt: `Picture ${number} of the saree`,
});

const saree: Product = {
  _id: 'TB-SAR-001',
  id: 'TB-SAR-001',
  proId: 'TB-SAR-001',
  productName: 'Gulnar Banarasi Katan Silk Saree',
  catName: 'Sarees',
  price: 24800,
  mrp: 28500,
  quantity: 1,
  description: "Fabric: Katan silk\n\nNote: 10:30\nWoven once\nWeaver's note: No cut floats.",
  img1: 'tb-sar-001-1.jpg',
  img2: null,
  img3: null,
  img4: null,
  video: 'tb-sar-001.mp4',
  createdAt: '2026-01-24T22:03:30.000Z',
  rating: 5,
  color: 'Lac red',
  type: 'Banarasi',
  pattern: 'Paisley buta',
  fabric: 'Katan silk',
  fabric1: null,
  fabric2: null,
  fabric3: null,
  fabric4: null,
  craft: 'Banarasi brocade',
  craft1: null,
  craft2: null,
  craft3: null,
  craft4: null,
  url: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001',
  sizes: [{ id: 'one', label: null, quantity: 1 }],
  ratings: 1,
  pictures: [1, 2, 3, 4].map(image),
  place: 'Varanasi',
  countryOfOrigin: 'India',
  loomDays: 34,
  selvedge: 'rosette',
  display: 'hung',
};

const suit: Product = {
  ...saree,
  quantity: 9,
  sizes: [
    { id: 's', label: 'S', quantity: 4 },
    { id: 'm', label: 'M', quantity: 5 },
    { id: 'xl', label: 'XL', quantity: 0 },
  ],
};

const review: Review = {
  _id: 'r1',
  stars: 5,
  review: 'The zari has a quiet shine.',
  productName: saree.productName,
  catName: saree.catName,
  proId: saree.proId,
  url: saree.url,
  product: { img1: null, picture: null },
  user: { firstName: 'Ananya', city: 'Pune' },
  answer: null,
  createdAt: '2026-02-01T10:00:00.000Z',
};

/** The markup that a visitor without script is sent. */
function shown(element: ReactElement): string {
  const router = createMemoryRouter([{ path: '/', element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

const buying = (product: Product) => shown(createElement(AddToCart, { product, lowStockAt: 5 }));
const heading = (product: Product, reviews = 1) =>
  shown(createElement(ProductHeading, { product, lines: readDescription(product.description), reviews }));
const text = (quantity: number) =>
  renderToStaticMarkup(createElement(StockText, { quantity, lowStockAt: 5 }));

describe('gallery', () => {
  const html = shown(createElement(Gallery, { product: saree }));

  it('shows up to four pictures, each with a place to go to [S-PDP-01]', () => {
    for (const number of [1, 2, 3, 4]) expect(html).toContain(`id="picture-${number}"`);
  });

  it('adds the film as the last one [S-PDP-02]', () => {
    expect(html).toMatch(/id="picture-5"[\s\S]*<video[^>]*>\s*<source src="\/uploads\/tb-sar-001\.mp4"/);
  });

  it('has no film when the record says so in words [S-PDP-02]', () => {
    expect(shown(createElement(Gallery, { product: { ...saree, video: 'null' } }))).not.toContain('<video');
  });

  it('leads from each thumbnail to its picture without script [S-PDP-04]', () => {
    expect(html).toContain('href="#picture-2"');
  });
});

describe('heading', () => {
  it('names the piece in the one h1 [S-PDP-05]', () => {
    expect(heading(saree)).toContain('<h1>Gulnar Banarasi Katan Silk Saree</h1>');
  });

  it('says that the price includes all taxes [S-PDP-06]', () => {
    expect(heading(saree)).toMatch(/₹24,800[\s\S]*Including all taxes/);
  });

  it('strikes the MRP [S-PDP-07]', () => {
    expect(heading(saree)).toMatch(/<s [^>]*>[\s\S]*₹28,500/);
  });

  it.each([null, 24800, 20000])('strikes nothing when the MRP is %s [S-PDP-07]', (mrp) => {
    expect(heading({ ...saree, mrp })).not.toContain('<s ');
  });

  it('links the stars to the reviews', () => {
    expect(heading(saree)).toMatch(/<a [^>]*href="#reviews">1 review</);
  });

  it('says ratings, without a link, when nobody wrote a word', () => {
    expect(heading({ ...saree, ratings: 3 }, 0)).toContain('3 ratings');
  });
});

const pieceOf = ({ proId }: Product) => ({ proId, size: undefined });

describe('orders from abroad', () => {
  it('are by message, with the product in the link', () => {
    const html = shown(
      createElement(ProductFacts, { facts: productFacts(saree, settings), piece: pieceOf(saree) }),
    );
    expect(html).toContain('The checkout takes addresses in India only.');
    expect(html).toContain(`href="/reach-us?pieces=${saree.proId}:1"`);
  });
});

describe('seller', () => {
  it.each([
    ['Tanabana Textiles LLP', 'Tanabana Textiles LLP'],
    ['', 'Tanabana'],
  ])('is the registered name, or else the shop: %s [S-PDP-20 S-CONST-15]', (legalName, seller) => {
    const contact = { ...settings.contact, legalName };
    expect(
      shown(
        createElement(ProductFacts, {
          facts: productFacts(saree, { ...settings, contact }),
          piece: pieceOf(saree),
        }),
      ),
    ).toContain(`Sold by ${seller}</span>`);
  });
});

describe('the ways to pay for a product', () => {
  const payment = (product: Product, cod: Partial<typeof settings.cod> = {}) =>
    productFacts(product, { ...settings, cod: { ...settings.cod, ...cod } }).payment;
  const unique = { ...saree, quantity: 1, sizes: [{ id: 'TB', label: null, quantity: 1 }], price: 24_800 };

  it('include cash on delivery for a unique piece up to the limit, and for any piece of several units', () => {
    expect(payment(unique)).toContain('cash on delivery');
    expect(payment(suit, { uniqueUpToPaise: 0 })).toContain('cash on delivery');
  });

  it.each([
    ['above the limit of unique pieces', { uniqueUpToPaise: 2_479_900 }],
    ['if unique pieces are paid online', { notForUnique: true }],
    ['above the limit of an order', { upToPaise: 2_000_000 }],
    ['if the shop does not take cash', { allowed: false }],
  ])('are online only for a unique piece %s', (_, cod) => {
    expect(payment(unique, cod)).toBe('UPI or card');
  });

  it('include cash on delivery below the minimum of an order, because an order can have other pieces', () => {
    expect(payment(unique, { fromPaise: 9_000_000 })).toContain('for orders of ₹90,000 or more');
  });
});

describe('the terms of a product', () => {
  const terms = (product: Product) =>
    shown(createElement(ProductFacts, { facts: productFacts(product, settings), piece: pieceOf(product) }));

  it('offer a return [S-PDP-16]', () => {
    expect(terms(saree)).toContain('Return available for 7 days after delivery');
    expect(terms(saree)).not.toContain('cancelled');
  });

  it('offer no return and no cancelling of a stitched piece [S-POL-16 S-POL-17]', () => {
    const html = terms({ ...suit, returnable: false, cancellable: false });
    expect(html).not.toContain('Return available');
    expect(html).toContain('This piece cannot be returned for a change of mind.');
    expect(html).toContain('It cannot be cancelled once ordered.');
  });

  it('offer the return of a piece that can only not be cancelled', () => {
    const html = terms({ ...suit, cancellable: false });
    expect(html).toContain('Return available for 7 days after delivery');
    expect(html).toContain('It cannot be cancelled once ordered.');
  });
});

describe('the cloth', () => {
  const html = renderToStaticMarkup(createElement(Cloth, { lines: readDescription(saree.description) }));

  it('splits a line at its first colon [S-PDP-08]', () => {
    expect(html).toMatch(/<dt>Note<\/dt><dd>10:30<\/dd>/);
  });

  it('shows a line without a colon as it is [S-PDP-08]', () => {
    expect(html).toMatch(/<dd[^>]*>Woven once<\/dd>/);
  });

  it("keeps the weaver's note as a label and its words [S-PDP-08]", () => {
    expect(html).toMatch(/<dt[^>]*>Weaver&#x27;s note<\/dt><dd[^>]*>“No cut floats\.”<\/dd>/);
  });
});

describe('for the record', () => {
  it('names the country in which the piece was made', () => {
    const product = { ...saree, countryOfOrigin: 'Nepal' };
    const { seller } = productFacts(product, settings);
    const html = renderToStaticMarkup(createElement(Disclosure, { product, settings, seller }));
    expect(html).toContain('<dt>Country of origin</dt><dd>Nepal</dd>');
  });
});

describe('stock', () => {
  it.each([1, 5])('counts the last ones at %i [S-PDP-09]', (left) => {
    expect(text(left).replaceAll('<!-- -->', '')).toContain(`Only ${left} left in stock`);
  });

  it('does not count above five [S-PDP-09]', () => {
    expect(text(6)).toContain('In stock');
  });

  it('shows the stepper while there is stock [S-PDP-10]', () => {
    expect(buying(saree)).toContain('name="quantity"');
  });

  it('shows no stepper when there is none [S-PDP-10]', () => {
    expect(buying({ ...saree, quantity: 0 })).not.toContain('name="quantity"');
  });

  it('never goes below 1 [S-PDP-11]', () => {
    expect([-3, 0, Number.NaN].map((wished) => withinStock(wished, 4))).toEqual([1, 1, 1]);
  });

  it('never goes above the stock [S-PDP-12]', () => {
    expect(withinStock(9, 4)).toBe(4);
  });

  it('tells the field its limit [S-PDP-12]', () => {
    expect(buying(suit)).toContain('max="5"');
  });
});

describe('Add to Cart', () => {
  it('leads to the cart with the piece [S-PDP-13]', () => {
    expect(buying(saree)).toMatch(/action="\/cart"[\s\S]*name="piece" value="TB-SAR-001"[\s\S]*Add to Cart/);
  });

  it('is disabled and says why when nothing is left [S-PDP-13]', () => {
    const gone = { ...saree, quantity: 0, sizes: [{ id: 'one', label: null, quantity: 0 }] };
    expect(buying(gone)).toMatch(/disabled=""[^>]*>Out of stock<[\s\S]*href="\/reach-us\?piece=TB-SAR-001"/);
  });

  it('asks for a size only where sizes have names', () => {
    expect(buying(saree)).not.toContain('name="size"');
  });

  it('wants a size to be chosen and chooses none itself', () => {
    expect(buying(suit)).toMatch(/type="radio"[^>]*required=""/);
    expect(buying(suit)).not.toContain('checked');
  });

  it('disables a sold-out size and says so in words', () => {
    expect(buying(suit)).toMatch(/<input(?=[^>]* value="xl")[^>]* disabled=""/);
    expect(buying(suit)).not.toMatch(/<input(?=[^>]* value="m")[^>]* disabled=""/);
    expect(soldOutLabel(suit.sizes.filter(isNamed))).toBe('XL is sold out.');
  });
});

describe('reviews', () => {
  it('says who wrote and where from', () => {
    expect(shown(createElement(ProductReviews, { reviews: [review] }))).toContain('Ananya, Pune');
  });

  it('shows what the shop has answered below the words, and nothing where it has not [F-140]', () => {
    const answered = { ...review, answer: 'It is real zari, Ananya.' };
    expect(shown(createElement(ProductReviews, { reviews: [answered] }))).toMatch(
      /quiet shine[\s\S]*Our reply:[\s\S]*It is real zari, Ananya\./,
    );
    expect(shown(createElement(ProductReviews, { reviews: [review] }))).not.toContain('Our answer');
  });

  it('draws nothing when there are none', () => {
    expect(shown(createElement(ProductReviews, { reviews: [] }))).toBe('');
  });
});
