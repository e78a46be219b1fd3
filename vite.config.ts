import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** Packages with files other than JavaScript, packages that read their own files, and packages that are rarely needed. */
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
 * Replaces Vite's helper around dynamic imports, half a kilobyte on each page, by a plain import. The helper loads style sheets
 * of dynamically imported files: there are none, because React Router links those of routes, and the build fails if one is added.
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
 * One module graph: the server build starts at `app/server.ts`, which mounts the API, the uploads and the
 * pages in one Hono app, so a loader and an endpoint share the same modules, caches and pools.
 */
export default defineConfig(({ command }) => ({
  plugins: [plainDynamicImports, tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    // What a dynamic import imports is nearly always in the shared file already.
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
          // Page paths (`app/urls.ts`) are written in place, so no chunk loads the paths of others.
          optimization: { inlineConst: true },
          output: {
            // A phone on a slow network pays for each request: the framework is one file, and what most pages
            // share another.
            codeSplitting: {
              groups: [
                // What a shopper's own comes with their first question, not with the framework.
                { name: 'kept', test: /node_modules\/@tanstack\/query-core\//, priority: 3 },
                // What asks is none of it: a page that is only looked at asks nothing.
                {
                  name: 'framework',
                  test: /node_modules\/(?!hono\/)/,
                  priority: 3,
                },
                { name: 'calls', test: /node_modules\/hono\//, priority: 1 },
                {
                  name: 'shared',
                  priority: 2,
                  test: /app\/(urls\.|foundation(?!\/(ui\/(admin|fetch-ahead|page-preview|receipt-frame|alert|fields|action-form|dialog)|address|browser\/(query-client|submit|load-script|use-full-page-load|use-seconds-left)))|content\/(shipping-text|stage-image)|catalogue\/(rules|product-card\/|use-layout-data|listing\/listing-status)|customers\/(session|authenticated-fetch|customer-query)|cart\/(cart-store|guest-cart)|wishlist\/(heart|wishlist-actions|rules))/,
                },
                // What guests do not load. Without groups of their own they would end in the admin's file.
                { name: 'queries', test: /app\/foundation\/browser\/query-client/, priority: 2 },
                { name: 'submit', test: /app\/foundation\/browser\/submit/, priority: 2 },
                { name: 'form', test: /app\/foundation\/ui\/(fields|action-form)/, priority: 2 },
                { name: 'dialog', test: /app\/(foundation\/ui\/dialog|cart\/quick-view\.)/, priority: 2 },
                // Product page, quick view and cart all need both.
                {
                  name: 'adding',
                  test: /app\/(cart\/cart-actions|catalogue\/product\/size-picker)/,
                  priority: 1,
                },
                // The frame of the admin, which no shopper loads. What it shares with the shop is taken above.
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
      // Node takes longer to find the thousand small files of the libraries than to run one large one. React in
      // particular must exist once, so the libraries that use it are bundled too.
      ...(command === 'build' ? { resolve: { noExternal: true, external: loadedByNode } } : {}),
    },
  },
}));
