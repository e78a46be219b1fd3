import type { Settings } from '../../content/contract.ts';
import * as urls from '../../urls.ts';
import type { Product } from '../contract.ts';
import { isLowStock, isSoldOut } from '../rules.ts';

/** A review as far as search engines are told of it. */
type QuotedReview = { stars: number; review: string; createdAt: string; user: { firstName: string } };

type Shown = {
  product: Product;
  settings: Pick<Settings, 'name' | 'lowStockAt' | 'contact'>;
  reviews: readonly QuotedReview[];
  /** The path of the piece's category. */
  categoryPath: string;
  /** The shop's public address, without a slash at its end. */
  publicUrl: string;
};

/** What search engines are told of a piece: a schema.org Product and the way to it, a BreadcrumbList. */
export function productLinkedData(shown: Shown): object[] {
  return [productOf(shown), crumbsOf(shown)];
}

/** The schema.org word for how much is left. */
export function availabilityOf(product: Pick<Product, 'quantity'>, lowStockAt: number): string {
  if (isSoldOut(product)) return 'https://schema.org/OutOfStock';
  return `https://schema.org/${isLowStock(product, lowStockAt) ? 'LimitedAvailability' : 'InStock'}`;
}

function productOf({ product, settings, reviews, publicUrl }: Shown): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.productName,
    sku: product.proId,
    image: product.pictures.map(({ file }) => `${publicUrl}/uploads/${file}?w=1280&f=jpg`),
    description: product.description,
    category: product.catName,
    color: product.color ?? undefined,
    material: product.fabric ?? undefined,
    brand: { '@type': 'Brand', name: settings.name },
    offers: {
      '@type': 'Offer',
      url: publicUrl + product.url,
      price: product.price,
      priceCurrency: 'INR',
      availability: availabilityOf(product, settings.lowStockAt),
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: settings.contact.legalName || settings.name },
    },
    aggregateRating:
      product.rating === null || product.ratings === 0
        ? undefined
        : { '@type': 'AggregateRating', ratingValue: product.rating, ratingCount: product.ratings },
    review: reviews.length === 0 ? undefined : reviews.slice(0, 5).map(reviewOf),
  };
}

function reviewOf({ stars, review, user, createdAt }: QuotedReview): object {
  return {
    '@type': 'Review',
    reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5 },
    author: { '@type': 'Person', name: user.firstName },
    reviewBody: review,
    datePublished: createdAt.slice(0, 10),
  };
}

function crumbsOf({ product, categoryPath, publicUrl }: Shown): object {
  const steps = [
    { name: 'Home', path: urls.home },
    { name: product.catName, path: categoryPath },
    { name: product.productName, path: product.url },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}
