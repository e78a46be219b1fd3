import type { SqlMutant } from './sql-mutants.ts';

const says = 'migrations/0008_say_changes.sql';
const tests = ['app/response-cache.db.test.ts'];
const saidTests = ['app/foundation/database/change-listener.db.test.ts'];

/** What tells every process that a cached response is out of date: the database's own triggers. */
export const cacheMutants: readonly SqlMutant[] = [
  {
    breaks: 'cached pages show an old price',
    file: says,
    original: 'WHERE fresh IS DISTINCT FROM gone;',
    replacement: 'WHERE false;',
    tests,
    title: 'hear of it: a price',
  },
  {
    breaks: 'the list that a product has left still shows it',
    file: says,
    original: "'category:' || fresh.category_id, 'category:' || gone.category_id, 'shelves',\n",
    replacement: "'category:' || fresh.category_id,\n",
    tests: saidTests,
    title: 'changes the one that it has left',
  },
  {
    breaks: 'cached pages offer what is sold',
    file: says,
    original: 'WHERE (fresh.on_hand, fresh.held) IS DISTINCT FROM (gone.on_hand, gone.held);',
    replacement: 'WHERE false;',
    tests,
    title: 'hear of it: a piece is sold',
  },
  {
    breaks: 'cached pages miss what is held',
    file: says,
    original: 'WHERE (fresh.on_hand, fresh.held) IS DISTINCT FROM (gone.on_hand, gone.held);',
    replacement: 'WHERE fresh.on_hand IS DISTINCT FROM gone.on_hand;',
    tests: saidTests,
    title: 'that is free before and after is said of its product alone',
  },
  {
    breaks: 'a list shows what has sold out',
    file: says,
    original: "THEN ARRAY['product:' || products.id, 'category:' || products.category_id, 'shelves']",
    replacement: "THEN ARRAY['product:' || products.id]",
    tests: saidTests,
    title: 'of which the last one goes or comes back',
  },
  {
    breaks: 'a product page misses a new review',
    file: says,
    original: "FROM fresh, unnest(ARRAY['product:' || fresh.product_id, 'reviews']) tag;",
    replacement: 'FROM fresh, unnest(ARRAY[]::text[]) tag;',
    tests: saidTests,
    title: 'a review is said of its product',
  },
  {
    breaks: 'pages show old texts of the owner',
    file: 'migrations/0010_content_and_lists.sql',
    original: 'AFTER INSERT OR UPDATE OR DELETE ON %I',
    replacement: 'AFTER INSERT OR DELETE ON %I',
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
