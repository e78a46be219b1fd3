import { defineConfig } from 'vitest/config';

/** Runs tests on PostgreSQL only, where they take a third of the time that they take on the embedded database. */
const needsDatabase = ['{app,tests}/**/*.{db,both-databases}.test.ts'];

/** Timeout in milliseconds for tests that a mutant blocks. It is long enough for a busy machine. */
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
