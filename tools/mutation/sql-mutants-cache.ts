import type { SqlMutant } from './sql-mutants.ts';

const baseline = 'migrations/0000_baseline.sql';
const tests = ['app/response-cache.both-databases.test.ts'];
const saidTests = ['app/foundation/database/change-listener.both-databases.test.ts'];

/** What tells every process that a cached response is out of date: the database's own triggers. */
export const cacheMutants: readonly SqlMutant[] = [
  {
    breaks: 'cached pages show an old price',
    file: baseline,
    original: 'WHERE new_rows IS DISTINCT FROM old_rows;',
    replacement: 'WHERE false;',
    tests,
    title: 'hear of it: a price',
  },
  {
    breaks: 'the list that a product has left still shows it',
    file: baseline,
    original: "'category:' || new_rows.category_id, 'category:' || old_rows.category_id, 'listings',\n",
    replacement: "'category:' || new_rows.category_id,\n",
    tests: saidTests,
    title: 'changes the one that it has left',
  },
  {
    breaks: 'cached pages offer what is sold',
    file: baseline,
    original: 'WHERE (new_rows.on_hand, new_rows.held) IS DISTINCT FROM (old_rows.on_hand, old_rows.held);',
    replacement: 'WHERE false;',
    tests,
    title: 'hear of it: a piece is sold',
  },
  {
    breaks: 'cached pages miss what is held',
    file: baseline,
    original: 'WHERE (new_rows.on_hand, new_rows.held) IS DISTINCT FROM (old_rows.on_hand, old_rows.held);',
    replacement: 'WHERE new_rows.on_hand IS DISTINCT FROM old_rows.on_hand;',
    tests: saidTests,
    title: 'that is free before and after is said of its product alone',
  },
  {
    breaks: 'a list shows what has sold out',
    file: baseline,
    original: "THEN ARRAY['product:' || products.id, 'category:' || products.category_id, 'listings']",
    replacement: "THEN ARRAY['product:' || products.id]",
    tests: saidTests,
    title: 'of which the last one goes or comes back',
  },
  {
    breaks: 'a product page misses a new review',
    file: baseline,
    original: "FROM new_rows, unnest(ARRAY['product:' || new_rows.product_id, 'reviews']) tag;",
    replacement: 'FROM new_rows, unnest(ARRAY[]::text[]) tag;',
    tests: saidTests,
    title: 'a review is said of its product',
  },
  {
    breaks: 'pages show old texts of the owner',
    file: 'migrations/0000_baseline.sql',
    original: 'AFTER INSERT OR UPDATE OR DELETE ON "tiles"',
    replacement: 'AFTER INSERT OR DELETE ON "tiles"',
    tests: saidTests,
    title: 'what the owner writes is said as content: tiles',
  },
  {
    breaks: 'a response is cached without saying what it shows',
    file: 'app/foundation/cache/cache-tags.server.ts',
    original: 'if (noted) for (const tag of tags) noted.add(tag);',
    replacement: 'if (noted) for (const tag of tags.slice(1)) noted.add(tag);',
    tests,
    title: 'hear of it: a price',
  },
];
