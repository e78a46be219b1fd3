/**
 * Which tests a change needs: the rule behind `npm run test:quick`.
 *
 * 1. A change of the tables, the migrations or the seeds, of the configuration, of a script that starts the shop, of the
 *    composition root or of a test helper runs everything of one engine: all tests without a database, and all on PostgreSQL.
 * 2. Otherwise a test runs when it has changed, when it runs a changed file by its imports, or when it stands in the folder of
 *    a changed file. Imports are not followed through the composition root (`app.server.ts` and the files beside it that put
 *    the modules together): nearly every test with a database opens the whole application, and would run each time. For a file
 *    of a module they are not followed through the seeds and the helpers in `tests/` either, which only prepare what a test
 *    begins with: through them each change of the cart would run every test that begins with an order. The tests
 *    that ask a module through the application stand in the module's folder. The folder `foundation/` is no module, its
 *    files have little to do with each other: there only imports count, and what `app.server.ts` itself imports runs the tests
 *    that stand beside it.
 * 3. A changed file with no test by rule 2 runs the tests in the folders of the files that import it.
 * 4. A changed screen, style sheet or Playwright file also runs Playwright files: the changed ones, and those whose names say
 *    the same words as the screen's path (`cart/cart-page.tsx`: `cart.spec.ts`), or else as the paths of the files that
 *    import it. At most `mostBrowserFiles`, the closest ones; the rest is left to `npm test`, and so are all of them beside
 *    everything of one engine.
 */
import path from 'node:path';
import { dependentsOf, type ImportGraph, importersOf } from './import-graph.ts';

/** The tests to run, as paths from the root. */
export type Selection = {
  /** What of the change makes everything of one engine run; undefined where the change can be narrowed down. */
  everythingBecause: string | undefined;
  rules: string[];
  database: string[];
  browser: string[];
  /** The Playwright files that belong to the change and are left to `npm test`. */
  browserLeftOut: string[];
  /** Changed screens for which no Playwright file was found. */
  screensWithoutBrowser: string[];
};

/** More would not end in 90 seconds, beside the checks and the build. */
export const mostBrowserFiles = 1;

/** What puts the modules together. */
const compositionRoot = /^[^/]+\/((app|api|start-up|close-shop)\.server|server|routes)\.ts$/;

/** Changes whose effect the imports do not show. */
const wideChanges: [RegExp, string][] = [
  [/^migrations\/|\.sql$|tables\.server\.ts$/, 'the tables or their SQL'],
  [/^seeds\//, 'the seeds that every test database begins with'],
  [/^(package(-lock)?\.json|tsconfig[^/]*\.json|[^/]+\.config\.ts)$/, 'the configuration'],
  [/^scripts\/[^/]+\.mjs$/, 'a script that starts the shop or its tests'],
  [compositionRoot, 'the composition root'],
  [/^tests\/(?!e2e\/|security\/)/, 'a test helper'],
];

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const isDatabaseTest = (file: string) => /\.db\.test\.tsx?$/.test(file);
const isRulesTest = (file: string) =>
  /\.test\.tsx?$/.test(file) && !isDatabaseTest(file) && !file.startsWith('tests/e2e/');
const isBrowserTest = (file: string) => /\.spec\.ts$/.test(file);
const isScreen = (file: string) => /\.(tsx|css)$/.test(file) && !isTest(file);
const isCompositionRoot = (file: string) => compositionRoot.test(file);

/** Selects the tests for a change of the files `changed`, which may be gone from `graph`. */
export function selectTests(graph: ImportGraph, changed: string[]): Selection {
  const importers = importersOf(graph);
  const reached = reachedTests(graph, importers, changed);
  const [wide] = changed.filter((file) => !isTest(file)).flatMap(widthOf);
  const { files, screensWithoutBrowser } = browserTests(graph, importers, changed);
  const most = wide ? 0 : mostBrowserFiles;
  const vitest = wide ? [...graph.keys()] : [...reached].sort();
  return {
    everythingBecause: wide,
    rules: vitest.filter(isRulesTest),
    database: vitest.filter(isDatabaseTest),
    browser: files.slice(0, most),
    browserLeftOut: files.slice(most),
    screensWithoutBrowser,
  };
}

/** Why a change of the file runs everything, if it does. */
function widthOf(file: string): string[] {
  return wideChanges.flatMap(([pattern, what]) => (pattern.test(file) ? [`${file} belongs to ${what}`] : []));
}

/** Rules 2 and 3. */
function reachedTests(graph: ImportGraph, importers: ImportGraph, changed: string[]): Set<string> {
  const tests = [...graph.keys()].filter(isTest);
  const inFolders = (files: string[]) => {
    const folders = new Set(files.map(folderOf));
    return tests.filter((test) => folders.has(folderOf(test)));
  };
  const reached = new Set<string>();
  for (const file of changed) {
    const isClosed = isShared(file) ? isCompositionRoot : leadsEverywhere;
    const byImport = [...dependentsOf(importers, [file], isClosed)].filter(
      (dependent) => isTest(dependent) && graph.has(dependent),
    );
    const around = isTest(file)
      ? []
      : [...(isInFoundation(file) ? [] : [file]), ...applicationsOver(file, importers)];
    const found = [...byImport, ...inFolders(around)];
    const beyond = isTest(file) ? [] : [file, ...(importers.get(file) ?? [])];
    const orBeyond = found.length > 0 ? found : inFolders(beyond);
    for (const test of orBeyond) reached.add(test);
  }
  return reached;
}

const isInFoundation = (file: string) => /^[^/]+\/foundation\//.test(file);
/** The foundation and what tests share: no module, so all that runs it is meant. */
const isShared = (file: string) => isInFoundation(file) || /^(seeds|tests)\//.test(file);
/** What prepares the data of tests reaches through the whole application. */
const leadsEverywhere = (file: string) =>
  isCompositionRoot(file) || (/^(seeds|tests)\//.test(file) && !isTest(file));

/** `app.server.ts`, when it imports the file itself. */
function applicationsOver(file: string, importers: ImportGraph): string[] {
  return (importers.get(file) ?? []).filter((importer) => /^[^/]+\/app\.server\.ts$/.test(importer));
}

/** Rule 4: the Playwright files for a change, the closest first. */
function browserTests(graph: ImportGraph, importers: ImportGraph, changed: string[]) {
  const all = [...graph.keys()].filter(isBrowserTest);
  const files = new Set(
    [...dependentsOf(importers, changed.filter(isBrowserCode), () => false)].filter((file) =>
      all.includes(file),
    ),
  );
  const screens = changed
    .filter(isScreen)
    .map((screen) => ({ screen, like: namedLike(all, screen, importers) }));
  // The closest file of each screen, then the second of each, and so on: so that each has its turn before the most is reached.
  for (let rank = 0; rank < all.length; rank += 1) {
    for (const { like } of screens) {
      const file = like[rank];
      if (file !== undefined) files.add(file);
    }
  }
  const screensWithoutBrowser = screens.filter(({ like }) => like.length === 0).map(({ screen }) => screen);
  return { files: [...files], screensWithoutBrowser };
}

/** A Playwright file, or a helper that stands beside them. */
const isBrowserCode = (file: string) => /^tests\/e2e\/(?!engines\/)/.test(file);

/**
 * The Playwright files whose names share words with the path of `screen`, those first that say little else. When there are
 * none, the files that import the screen are asked, and so on up to the pages.
 */
function namedLike(all: string[], screen: string, importers: ImportGraph): string[] {
  const seen = new Set([screen]);
  for (let level = [screen]; level.length > 0; ) {
    const text = new Set(level.flatMap(textOfScreen));
    const scored = all.flatMap((file) => {
      const own = textOf(path.posix.basename(file, '.spec.ts'));
      const shared = own.filter((word) => text.has(word)).length;
      return shared > 0 ? [{ file, share: shared / own.length, shared }] : [];
    });
    if (scored.length > 0) {
      scored.sort((a, b) => b.share - a.share || b.shared - a.shared || a.file.localeCompare(b.file));
      return scored.map(({ file }) => file);
    }
    level = level.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file));
    for (const file of level) seen.add(file);
  }
  return [];
}

/** Words that say what kind of part a file is, and not of what. */
const kindsOfPart = new Set(['foundation', 'ui', 'page', 'form', 'panel', 'part', 'list', 'state', 'view']);

/** `app/orders/order-page.tsx` → order, order. */
function textOfScreen(file: string): string[] {
  const [, ...parts] = file.replace(/(\.server)?\.(tsx?|css)$/, '').split('/');
  return parts.flatMap(textOf).filter((word) => !kindsOfPart.has(word));
}

/** `wishlist-hearts` → wishlist, heart. */
function textOf(name: string): string[] {
  return name.split('-').map((word) => word.replace(/s$/, ''));
}

function folderOf(file: string): string {
  return path.posix.dirname(file);
}
