import type { Settings } from '../../content/contract.ts';
import { breadcrumbList } from '../../foundation/ui/describe.ts';
import type { Product } from '../contract.ts';
import { isLowStock, isSoldOut } from '../rules.ts';

/** The part of a review that is published for search engines. */
type QuotedReview = { stars: number; review: string; createdAt: string; user: { firstName: string } };

type Content = {
  product: Product;
  settings: Pick<Settings, 'name' | 'lowStockAt' | 'contact'>;
  reviews: readonly QuotedReview[];
  categoryPath: string;
  /** The shop's URL without a trailing slash. */
  publicUrl: string;
};

/** Returns the schema.org objects of a product: a Product, and a BreadcrumbList with the path to the product. */
export function productLinkedData(content: Content): object[] {
  const { product, categoryPath, publicUrl } = content;
  const steps = [
    { name: product.catName, path: categoryPath },
    { name: product.productName, path: product.url },
  ];
  return [productOf(content), breadcrumbList(publicUrl, steps)];
}

export function availabilityOf(product: Pick<Product, 'quantity'>, lowStockAt: number): string {
  if (isSoldOut(product)) return 'https://schema.org/OutOfStock';
  return `https://schema.org/${isLowStock(product, lowStockAt) ? 'LimitedAvailability' : 'InStock'}`;
}

function productOf({ product, settings, reviews, publicUrl }: Content): object {
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
