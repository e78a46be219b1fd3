import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of behaviour that can differ between the two database engines, and one story of each module. */
const onBothEngines = '{app,sandbox,seeds,tests}/**/*.both-databases.test.{ts,tsx}';
const needsDatabase = ['{app,sandbox,seeds,tests}/**/*.db.test.{ts,tsx}', onBothEngines];

/** Test files on the embedded database. `npm run test:embedded` runs every database test on it. */
const onEmbedded = process.env.EVERY_TEST_EMBEDDED ? needsDatabase : [onBothEngines];

/**
 * Test files that each need their own process. Modules of the browser keep state, as a tab does, and a mock must be set up before
 * its module is imported.
 */
const isolated = [
  'app/{cart,customers,wishlist}/**/*.test.{ts,tsx}',
  'app/shell/search/matches.test.ts',
  'app/foundation/ui/stored-text.test.ts',
  'app/foundation/{cache/response-cache,database/change-listener}.test.ts',
  'scripts/processes.test.ts',
];

/** The stories in browsers, which have their own configurations. */
const inBrowsers = 'tests/e2e/**';

/**
 * Timeouts in milliseconds. They are long enough for a slow machine under load, because no test measures speed. A test that never
 * ends still fails.
 */
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

/** The files of a project share their workers' processes and modules. Each worker has one database for all its files. */
const shared = { ...patience, isolate: false };

export default defineConfig({
  test: {
    // By default Vitest leaves one processor free, which on two processors is half of the machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{app,sandbox,seeds,scripts,tests,tools}/**/*.test.{ts,tsx}'],
          exclude: [...needsDatabase, ...isolated, inBrowsers],
          ...shared,
        },
      },
      {
        test: {
          name: 'rules-isolated',
          include: isolated,
          exclude: needsDatabase,
          ...patience,
        },
      },
      {
        test: {
          name: 'embedded',
          include: onEmbedded,
          globalSetup: './tests/engine/seed-embedded.ts',
          ...shared,
        },
      },
      {
        test: {
          name: 'postgres',
          include: needsDatabase,
          globalSetup: './tests/engine/seed-postgres.ts',
          ...shared,
        },
      },
    ],
  },
});
