import { defineConfig } from 'vitest/config';

/** On PostgreSQL only, where the tests of a mutant take a third of the time that they take on the embedded engine. */
const needsDatabase = ['{app,tests}/**/*.{db,both-databases}.test.ts'];

/** A mutant that makes a test wait for ever is noticed after this; long enough for a busy machine. */
const timeoutMs = 30_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{app,sandbox}/**/*.test.{ts,tsx}'],
          exclude: needsDatabase,
          isolate: false,
          testTimeout: timeoutMs,
        },
      },
      {
        test: {
          name: 'postgres',
          include: needsDatabase,
          isolate: false,
          testTimeout: timeoutMs,
          hookTimeout: timeoutMs,
          globalSetup: './tests/engine/seed-postgres.ts',
        },
      },
    ],
  },
});
