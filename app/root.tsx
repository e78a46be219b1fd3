import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import { listCategories } from './catalogue/catalogue.server.ts';
import { showLastListingOnFailure } from './catalogue/listing/listing-status.tsx';
import { readMenus } from './catalogue/menus.server.ts';
import { readSettings } from './content/content.server.ts';
import { cached } from './foundation/cache/read-cache.server.ts';
import { yearInIndia } from './foundation/clock.ts';
import { isOwnMachine } from './foundation/config/config.server.ts';
import { page } from './foundation/pages/page.server.ts';
import { textAt } from './foundation/parse-json.ts';
import './root.css';
import type { DescribedShop } from './foundation/ui/describe.ts';
import preloadedFont from './foundation/ui/fonts/anek-latin.woff2?url';
import { useLinks } from './foundation/ui/link.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { type LayoutData, toLayoutData } from './shell/layout-data.ts';
import { respondFromPrefetched, showNextPage, usePrefetch } from './shell/next-page.ts';
import { Storefront } from './shell/storefront.tsx';

const readLayoutData = cached(async (shop) => {
  const [settings, categories, menus] = await Promise.all([
    readSettings(shop),
    listCategories(shop),
    readMenus(shop),
  ]);
  return toLayoutData(settings, categories, menus);
});

/**
 * Loads the layout data, which is the same for all shoppers. The browser receives the data with the first page and does not load
 * it again.
 */
export const loader = page(async ({ shop }) => {
  const { config } = shop;
  return {
    publicUrl: config.publicUrl,
    layoutData: {
      ...(await readLayoutData(shop, 'layout')),
      year: yearInIndia(shop.clock.now()),
      isDemo: config.pretended.length > 0,
      devMailboxPath: config.smtpUrl === undefined && isOwnMachine(config.publicUrl) ? '/dev/mail' : null,
    },
  } satisfies DescribedShop & { layoutData: LayoutData };
});

export const clientMiddleware = [showLastListingOnFailure, respondFromPrefetched];

export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  useLinks(showNextPage);
  usePrefetch();
  const layoutData = useRouteLoaderData<typeof loader>('root')?.layoutData;
  // Admin pages do not use the storefront layout.
  const isAdmin = /^\/admin(\/|$)/.test(useLocation().pathname);
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#EFE9DE" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Preload only the font of the body text. A second preload would delay the largest image. */}
        <link rel="preload" href={preloadedFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
      </head>
      <body>
        {isAdmin ? (
          children
        ) : layoutData ? (
          <Storefront layoutData={layoutData}>{children}</Storefront>
        ) : (
          <main id="main">{children}</main>
        )}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} />;
  return <ErrorScreen status={error.status} text={textAt(error.data, 'text')} />;
}
