import { describe, expect, it } from 'vitest';
import { findDeadLinks, headingsOf } from './check-links.ts';
import { withTemporaryTree } from './temporary-tree.ts';

const repository = {
  'docs/other.md': '# Other\n\n## The day’s orders\n\n## Again\n\n## Again\n\n```\n# no heading\n```\n',
  'docs/images/home.jpg': '',
  'docs/images/merchant/dashboard.webp': '',
  'app/app.server.ts': 'const maxRequests = readCart(order_units);',
};
const bothImages =
  '![Home](images/home.jpg) <img src="images/merchant/dashboard.webp" width="250" alt="Dashboard">';

/** Lists the faults of a document in docs/ that also shows both images. */
const faultsIn = (text: string) =>
  withTemporaryTree(
    { ...repository, 'docs/a.md': `# A\n${text}\n\n${bothImages}\n` },
    (root) => findDeadLinks(root).dead,
  );

describe('a reference to an existing target', () => {
  it.each([
    'See [the other](other.md), [a heading](other.md#the-days-orders) and [one further on](#a).',
    'See [the folder](images), [the code](../app/app.server.ts) and [from the top](/docs/other.md).',
    'Two headings with one name: [first](other.md#again), [second](other.md#again-1).',
    'A [**bold** `code` link](other.md "With a title"), <a href="other.md">in HTML</a>, and [a reference][o].\n\n[o]: other.md',
    'Elsewhere: [site](https://shop.example/gone), [mail](mailto:owner@shop.example), ![x](https://shop.example/x.png)',
    'In code: `[x](gone.md)`\n\n```md\n[x](gone.md) ![x](gone.png)\n```',
    'An image that is a link: [![x](images/home.jpg)](other.md)',
    'A file of the code: `app/app.server.ts`, and without its folder `images/gone`',
    'A file that a run creates: `test-results/results.json`',
    'A glob: `*/app.server.ts`, `app/{app,api}.server.ts`',
    'A name of the code: `maxRequests`, `order_units.id`, `app/app.server.ts maxRequests`',
    'A file without its folder, and a part of a file name: `app.server.ts`, `*-page.tsx`, `.server.ts`',
    'A name of PostgreSQL, and a part of a name: `max_connections`, `…_goneTotal`',
  ])('is no fault: %s', (text) => {
    expect(faultsIn(text)).toEqual([]);
  });
});

describe('a reference to a missing target', () => {
  it.each([
    ['a document', '[x](gone.md)', 'There is no docs/gone.md.'],
    ['a file outside of the repository', '[x](../../gone.md)', 'There is no ../gone.md.'],
    ['a link in HTML', '<a href="gone.md">x</a>', 'There is no docs/gone.md.'],
    ['a reference', '[x]: gone.md', 'There is no docs/gone.md.'],
    ['a heading', '[x](other.md#the-day-s-orders)', 'docs/other.md has no heading #the-day-s-orders.'],
    ['a heading of the same document', '[x](#b)', 'docs/a.md has no heading #b.'],
    ['a heading inside of code', '[x](other.md#no-heading)', 'docs/other.md has no heading #no-heading.'],
    ['an image', '![x](images/gone.jpg)', 'There is no docs/images/gone.jpg.'],
    ['an image in HTML', '<img src="gone.webp" alt="x">', 'There is no docs/gone.webp.'],
    ['a folder instead of an image', '![x](images)', 'docs/images is not an image.'],
    ['a file of the code', 'See `cart/gone.server.ts readCart`.', 'No file matches cart/gone.server.ts.'],
    ['a file without its folder', 'See `gone.server.ts`.', 'No file is called gone.server.ts.'],
    ['a name', 'See `app/app.server.ts goneCart`.', 'The code does not contain goneCart.'],
    ['a name of the database', 'See `gone_units`.', 'The code does not contain gone_units.'],
    ['a glob', 'See `cart/*.db.test.ts`.', 'No file matches cart/*.db.test.ts.'],
  ])('is reported with its line: %s', (_what, text, fault) => {
    expect(faultsIn(`Before it\n${text}`)).toEqual([`docs/a.md:3 ${fault}`]);
  });

  it('reports an image that no document uses', () => {
    const files = { ...repository, 'docs/a.md': '![Home](images/home.jpg)' };
    expect(withTemporaryTree(files, findDeadLinks).dead).toEqual([
      'docs/images/merchant/dashboard.webp:1 No document uses this image.',
    ]);
  });
});

it('computes the anchors of headings as GitHub does', () => {
  const text = '# `npm test` & more\n## [Mail](a.md), Razorpay\n## ein_Wort — über\n## A #\n';
  expect([...headingsOf(text)]).toEqual(['npm-test--more', 'mail-razorpay', 'ein_wort--über', 'a']);
});

it('counts links, because the check must fail without links', () => {
  expect(withTemporaryTree({ 'a.md': 'Nothing' }, findDeadLinks).links).toBe(0);
  expect(withTemporaryTree({ 'a.md': '[b](b.md)', 'b.md': '' }, findDeadLinks).links).toBe(1);
});
