import type { SqlMutant } from './sql-mutants.ts';

const baseline = 'migrations/0000_baseline.sql';
const tests = ['app/response-cache.db.test.ts'];
const listenerTests = ['app/foundation/database/change-listener.both-databases.test.ts'];

/** Mutants of the triggers that notify all processes of stale responses. */
export const cacheMutants: readonly SqlMutant[] = [
  {
    breaks: 'cached pages show an old price',
    file: baseline,
    original: 'WHERE new_rows IS DISTINCT FROM old_rows;',
    replacement: 'WHERE false;',
    tests,
    title: 'invalidates the cached responses when a price changes',
  },
  {
    breaks: 'a listing shows a product that was removed from it',
    file: baseline,
    original: "'category:' || new_rows.category_id, 'category:' || old_rows.category_id, 'listings',\n",
    replacement: "'category:' || new_rows.category_id,\n",
    tests: listenerTests,
    title:
      'sends the tag `menus` and the tags of the old and new category when a product gets another category',
  },
  {
    breaks: 'cached pages offer sold units',
    file: baseline,
    original: 'WHERE (new_rows.on_hand, new_rows.held) IS DISTINCT FROM (old_rows.on_hand, old_rows.held);',
    replacement: 'WHERE false;',
    tests,
    title: 'invalidates the cached responses when a unit is sold',
  },
  {
    breaks: 'cached pages offer held units',
    file: baseline,
    original: 'WHERE (new_rows.on_hand, new_rows.held) IS DISTINCT FROM (old_rows.on_hand, old_rows.held);',
    replacement: 'WHERE new_rows.on_hand IS DISTINCT FROM old_rows.on_hand;',
    tests: listenerTests,
    title: 'sends only the tag of the product if its stock level changes and the product stays available',
  },
  {
    breaks: 'a listing shows sold-out products as available',
    file: baseline,
    original: "THEN ARRAY['product:' || products.id, 'category:' || products.category_id, 'listings']",
    replacement: "THEN ARRAY['product:' || products.id]",
    tests: listenerTests,
    title:
      'sends the tags of the product, its category and the listings if the product sells out or is back in stock',
  },
  {
    breaks: 'a product page does not show a new review',
    file: baseline,
    original: "FROM new_rows, unnest(ARRAY['product:' || new_rows.product_id, 'reviews']) tag;",
    replacement: 'FROM new_rows, unnest(ARRAY[]::text[]) tag;',
    tests: listenerTests,
    title: 'sends the tag of the product and the tag `reviews` when a review changes',
  },
  {
    breaks: 'pages show old content',
    file: 'migrations/0000_baseline.sql',
    original: 'AFTER INSERT OR UPDATE OR DELETE ON "tiles"',
    replacement: 'AFTER INSERT OR DELETE ON "tiles"',
    tests: listenerTests,
    title: 'sends the tag `content` when the tiles change',
  },
  {
    breaks: 'a response is cached without its tags',
    file: 'app/foundation/cache/cache-tags.server.ts',
    original: 'if (noted) for (const tag of tags) noted.add(tag);',
    replacement: 'if (noted) for (const tag of tags.slice(1)) noted.add(tag);',
    tests,
    title: 'invalidates the cached responses when a price changes',
  },
];
