import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of everything in which the database engines can differ, and one story of each module. */
const onBothEngines = '{app,sandbox,seeds,tests}/**/*.both-databases.test.{ts,tsx}';
const needsDatabase = ['{app,sandbox,seeds,tests}/**/*.db.test.{ts,tsx}', onBothEngines];

/** `npm run test:embedded` runs every test that needs a database on the embedded one. */
const onEmbedded = process.env.EVERY_TEST_EMBEDDED ? needsDatabase : [onBothEngines];

/** Each of these files gets a process of its own: modules of the browser keep state, as a tab does, and a mock has to come before the module. */
const isolated = [
  'app/{cart,customers,wishlist}/**/*.test.{ts,tsx}',
  'app/shell/search/matches.test.ts',
  'app/foundation/ui/stored-text.test.ts',
  'app/foundation/{cache/response-cache,database/change-listener}.test.ts',
  'scripts/processes.test.ts',
];

/** The stories in three browser engines have a configuration of their own beside them. */
const inBrowsers = 'tests/e2e/**';

/** Long enough for a slow machine under load: no test measures time. A test that never ends still fails. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

/** The files of a project share their workers' processes and modules, and keep one database each for all their files. */
const shared = { ...patience, isolate: false };

export default defineConfig({
  test: {
    // Vitest leaves one processor free; on two, half of the machine would be idle.
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
