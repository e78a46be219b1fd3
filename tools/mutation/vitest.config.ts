import { defineConfig } from 'vitest/config';

/** Of the test files that keep rows, the embedded engine only: what PostgreSQL alone can tell is hand-written. */
const needsDatabase = ['{shop,tests}/**/*.db.test.ts'];

/** A mutant that makes a test wait for ever is noticed after this; long enough for a busy machine. */
const patience = 30_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['shop/**/*.test.{ts,tsx}'],
          exclude: needsDatabase,
          isolate: false,
          testTimeout: patience,
        },
      },
      {
        test: {
          name: 'embedded',
          include: needsDatabase,
          isolate: false,
          testTimeout: patience,
          hookTimeout: patience,
          globalSetup: './tools/mutation/seeded-database.ts',
        },
      },
    ],
  },
});
