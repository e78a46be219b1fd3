import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * Packages that are not in the server bundle: they contain files other than JavaScript, search for their own files, or are rarely
 * used.
 */
const loadedByNode = [
  '@electric-sql/pglite',
  'aws4fetch',
  'csv-parse',
  'csv-stringify',
  'libheif-js',
  'nodemailer',
  'pdfkit',
  'pg',
  'pino',
  'postal-mime',
  'prom-client',
  'sharp',
  'tar-stream',
];

/**
 * Replaces Vite's helper around dynamic imports with a plain import, which saves half a kilobyte on each page. The helper loads
 * style sheets of dynamically imported files. No such file has a style sheet, because React Router links those of routes. The
 * build fails if one is added.
 */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
  writeBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.code.includes('__vite__mapDeps'))
        this.error(
          `${file.fileName} imports a file with a style sheet dynamically. Import the style sheet in its route.`,
        );
  },
};

/**
 * Builds one module graph. The server build starts at `app/server.ts`, which mounts the API, the uploads and the pages in one
 * Hono app. A loader and an endpoint therefore share the same modules, caches and pools.
 */
export default defineConfig(({ command }) => ({
  plugins: [plainDynamicImports, tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    // Do not preload the imports of a dynamically imported file, because the shared file nearly always contains them already.
    modulePreload: false,
    rollupOptions: {
      onwarn(warning, print) {
        // A dynamic import of a module that is also imported statically saves no bytes.
        if (warning.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(warning.message);
        print(warning);
      },
    },
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          // Inline the page paths of `app/urls.ts`, so that no chunk loads the paths of others.
          optimization: { inlineConst: true },
          output: {
            // Each request costs time on a slow phone. The framework is therefore one file, and the code that most pages share is
            // another file.
            codeSplitting: {
              groups: [
                // The query client is loaded with a shopper's first query, not with the framework.
                { name: 'kept', test: /node_modules\/@tanstack\/query-core\//, priority: 3 },
                // The framework excludes hono's API client, because a page without API requests does not need it.
                {
                  name: 'framework',
                  test: /node_modules\/(?!hono\/)/,
                  priority: 3,
                },
                { name: 'calls', test: /node_modules\/hono\//, priority: 1 },
                {
                  name: 'shared',
                  priority: 2,
                  test: /app\/(urls\.|foundation(?!\/(indian-dates|ui\/(admin|prefetcher|page-preview|receipt-frame|alert|fields|action-form|dialog)|address|browser\/(query-client|submit|load-script|use-full-page-load|use-seconds-left)))|content\/(shipping-text|stage-image)|catalogue\/(rules|product-card\/|use-layout-data|listing\/listing-status)|customers\/(session|authenticated-fetch|customer-query)|cart\/(cart-store|guest-cart)|wishlist\/(heart|wishlist-actions|rules))/,
                },
                // Only some pages need this code. Without its own groups it would be in the admin's file.
                { name: 'queries', test: /app\/foundation\/browser\/query-client/, priority: 2 },
                { name: 'submit', test: /app\/foundation\/browser\/submit/, priority: 2 },
                { name: 'form', test: /app\/foundation\/ui\/(fields|action-form)/, priority: 2 },
                { name: 'dialog', test: /app\/(foundation\/ui\/dialog|cart\/quick-view\.)/, priority: 2 },
                // The product page, Quick View and the cart all need these two files.
                {
                  name: 'adding',
                  test: /app\/(cart\/cart-actions|catalogue\/product\/size-picker)/,
                  priority: 1,
                },
                // The layout of the admin, which no shopper loads. The groups above contain the code that it shares with the
                // shop.
                {
                  name: 'admin',
                  test: /app\/admin\/layout/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: 'app/server.ts' } },
      // Node takes longer to find a thousand small files of libraries than to run one large file. React must be loaded only once,
      // so the bundle also contains all packages that use React.
      ...(command === 'build' ? { resolve: { noExternal: true, external: loadedByNode } } : {}),
    },
  },
}));
