import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const needsDatabase = ['{app,seeds,tests}/**/*.db.test.{ts,tsx}'];

/**
 * What these show does not depend on the engine: who may call an endpoint, what HTTP refuses, what becomes of a file. They run on
 * PostgreSQL only, where a statement costs half of what it costs on the embedded engine; the use cases behind the same
 * endpoints are tested on both.
 */
const onPostgresOnly = [
  'tests/security/access-matrix.db.test.ts',
  'tests/security/admin-access-matrix.db.test.ts',
  'tests/security/{headers,more-fields,other-sites,proxy-headers,tokens}.db.test.ts',
  'app/foundation/files/uploads.db.test.ts',
];

/** Each of these files gets a process of its own: modules of the browser keep state, as a tab does, and a mock has to come before the module. */
const isolated = [
  'app/{cart,customers,wishlist}/**/*.test.{ts,tsx}',
  'app/shell/search/matches.test.ts',
  'app/foundation/ui/stored-text.test.ts',
  'app/foundation/{cache/cached-response,database/change-listener}.test.ts',
];

/** The stories in three browser engines have a configuration of their own beside them. */
const inBrowsers = 'tests/e2e/**';

/** Long enough for a slow machine under load: no test is about the clock. A test that hangs still ends. */
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
          include: ['{app,seeds,scripts,tests,tools}/**/*.test.{ts,tsx}'],
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
          include: needsDatabase,
          exclude: onPostgresOnly,
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
