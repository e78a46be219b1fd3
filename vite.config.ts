import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/**
 * One module graph: the server build starts at `shop/server.ts`, which mounts the API, the uploads and the
 * pages in one Hono app, so a loader and an endpoint share the same modules, caches and pools.
 */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // A phone on a slow network pays for each request: the framework is one file, and what most pages
            // share another.
            codeSplitting: {
              groups: [
                // What is a shopper's own comes with their first question, not with the framework.
                { name: 'framework', test: /node_modules\/(?!@tanstack)/ },
                {
                  name: 'shared',
                  test: /shop\/(foundation|content\/shipping-words|catalogue\/(rules|piece|use-chrome|heart-slot|listing-status)|customers\/(session|ask-own|own\.ts)|cart\/(use-cart-count|guest-cart|pending|cart-query|calls)|wishlist\/(heart|use-wishes|rules))/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: 'shop/server.ts' } } },
  },
});
