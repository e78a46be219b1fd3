import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import { AddToCart } from '../../cart/add-to-cart.tsx';
import type { Review } from '../../reviews/contract.ts';
import { ProductReviews } from '../../reviews/product-reviews.tsx';
import type { Product } from '../contract.ts';
import { readDescription } from '../rules.ts';
import { Gallery } from './gallery.tsx';
import { productFacts } from './product-facts.server.ts';
import { Disclosure, ProductFacts } from './product-facts.tsx';
import { ProductHeading } from './product-heading.tsx';
import { withinStock } from './quantity.tsx';

const saree: Product = {
  ...{ _id: 'TB-SAR-001', id: 'TB-SAR-001', proId: 'TB-SAR-001', catName: 'Sarees' },
  ...{ productName: 'Gulnar Banarasi Katan Silk Saree', price: 24800, mrp: 28500, quantity: 1 },
  description: "Fabric: Katan silk\n\nNote: 10:30\nWoven once\nWeaver's note: No cut floats.",
  ...{ img1: 'tb-sar-001-1.jpg', img2: null, img3: null, img4: null, video: 'tb-sar-001.mp4' },
  ...{ createdAt: '2026-01-24T22:03:30.000Z', rating: 5, ratings: 1 },
  ...{ color: 'Lac red', type: 'Banarasi', pattern: 'Paisley buta' },
  ...{ fabric: 'Katan silk', fabric1: null, fabric2: null, fabric3: null, fabric4: null },
  ...{ craft: 'Banarasi brocade', craft1: null, craft2: null, craft3: null, craft4: null },
  url: '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001',
  sizes: [{ id: 'one', label: null, quantity: 1 }],
  pictures: [],
  ...{ place: 'Varanasi', countryOfOrigin: 'India', loomDays: 34, selvedge: 'rosette', display: 'hung' },
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
  ...{ _id: 'r1', stars: 5, review: 'The zari has a quiet shine.', answer: null },
  ...{ productName: saree.productName, catName: saree.catName, proId: saree.proId, url: saree.url },
  product: { img1: null, picture: null },
  user: { firstName: 'Ananya', city: 'Pune' },
  createdAt: '2026-02-01T10:00:00.000Z',
};

/** Renders the HTML that a browser without scripts gets. */
function render(element: ReactElement): string {
  const router = createMemoryRouter([{ path: '/', element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

const buying = (product: Product) => render(createElement(AddToCart, { product, lowStockAt: 5 }));
const facts = (product: Product, shopSettings = settings) =>
  render(createElement(ProductFacts, { facts: productFacts(product, shopSettings), sizeId: undefined }));
const heading = (product: Product, reviews = 1) =>
  render(createElement(ProductHeading, { product, lines: readDescription(product.description), reviews }));

describe('the product page', () => {
  it('shows no video if the video’s name is the text `null` [S-PDP-02]', () => {
    expect(render(createElement(Gallery, { product: { ...saree, video: 'null' } }))).not.toContain('<video');
  });

  it('links the stars to the reviews, or shows the number of ratings if no review has a text', () => {
    expect(heading(saree)).toMatch(/<a [^>]*href="#reviews">1 review</);
    expect(heading({ ...saree, ratings: 3 }, 0)).toContain('3 ratings');
  });

  it('links shoppers abroad to a contact form that names this product', () => {
    expect(facts(saree)).toContain('From another country?');
    expect(facts(saree)).toContain(`href="/reach-us?pieces=${saree.proId}:1"`);
  });

  it('shows the registered name as the seller, or else the shop’s name [S-PDP-20 S-CONST-15]', () => {
    const soldBy = (legalName: string) =>
      /Sold by [^<]*/.exec(facts(saree, { ...settings, contact: { ...settings.contact, legalName } }))?.[0];
    expect(soldBy('Tanabana Textiles LLP')).toBe('Sold by Tanabana Textiles LLP ');
    expect(soldBy('')).toBe('Sold by Tanabana ');
  });

  it('says that a product can be returned, and that a stitched product can be neither returned nor cancelled [S-PDP-16 S-POL-16 S-POL-17]', () => {
    expect(facts(saree)).toContain('Return available for 7 days after delivery');
    expect(facts(saree)).not.toContain('cancelled');
    const html = facts({ ...suit, returnable: false, cancellable: false });
    expect(html).not.toContain('Return available');
    expect(html).toContain('This piece cannot be returned for a change of mind.');
    expect(html).toContain('This piece cannot be cancelled once ordered.');
  });

  it('names the country of origin in the product information', () => {
    const product = { ...saree, countryOfOrigin: 'Nepal' };
    const { seller } = productFacts(product, settings);
    const html = renderToStaticMarkup(createElement(Disclosure, { product, settings, seller }));
    expect(html).toContain('<dt>Country of origin</dt><dd>Nepal</dd>');
  });

  it('limits the quantity to at least 1 and at most the stock [S-PDP-11 S-PDP-12]', () => {
    expect([-3, 0, Number.NaN, 9].map((quantity) => withinStock(quantity, 4))).toEqual([1, 1, 1, 4]);
  });

  it('requires the shopper to choose a size, and preselects none', () => {
    expect(buying(saree)).not.toContain('name="size"');
    expect(buying(suit)).toMatch(/type="radio"[^>]*required=""/);
    expect(buying(suit)).not.toContain('checked');
  });
});

it('a product can be paid with cash on delivery unless the rules of the shop exclude it', () => {
  const payment = (product: Product, cod: Partial<typeof settings.cod> = {}) =>
    productFacts(product, { ...settings, cod: { ...settings.cod, ...cod } }).lines.find(
      ({ icon }) => icon === 'lock',
    )?.text;
  expect(payment(saree)).toContain('cash on delivery');
  expect(payment(suit, { uniqueUpToPaise: 0 })).toContain('cash on delivery');
  expect(payment(saree, { fromPaise: 9_000_000 })).toContain('for orders of ₹90,000 or more');
  const unique = [{ uniqueUpToPaise: 2_479_900 }, { notForUnique: true }];
  for (const cod of [...unique, { upToPaise: 2_000_000 }, { allowed: false }])
    expect(payment(saree, cod)).toBe('UPI, card or net banking');
});

it('the section of reviews contains the shop’s replies, and is omitted if the product has no reviews [F-140]', () => {
  const reviewsOf = (reviews: Review[]) => render(createElement(ProductReviews, { reviews }));
  expect(reviewsOf([{ ...review, answer: 'It is real zari, Ananya.' }])).toMatch(
    /quiet shine[\s\S]*Our reply:[\s\S]*It is real zari, Ananya\./,
  );
  expect(reviewsOf([review])).not.toContain('Our reply');
  expect(reviewsOf([])).toBe('');
});
