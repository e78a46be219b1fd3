import { defineConfig } from 'vitest/config';

const include = ['{app,tests}/**/*.{db,both-databases}.test.ts'];
/** Timeout in milliseconds for tests that a mutant blocks. It is long enough for a busy machine. */
const timeoutMs = 60_000;
const withDatabase = {
  include,
  isolate: false,
  pool: 'threads' as const,
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
};

/**
 * Configuration for the hand-written mutants. Mutants of a migration run on the embedded database, which takes a second to seed.
 * The others run on PostgreSQL.
 */
export default defineConfig({
  test: {
    projects: [
      // Use child processes. Threads receive no signals, and these tests replace functions of `process`.
      {
        test: {
          name: 'rules',
          include: ['{app,scripts}/**/*.test.ts'],
          exclude: include,
          testTimeout: timeoutMs,
        },
      },
      {
        test: { name: 'embedded', ...withDatabase, globalSetup: './tools/mutation/seeded-database.ts' },
      },
      {
        test: { name: 'postgres', ...withDatabase, globalSetup: './tests/engine/seed-postgres.ts' },
      },
    ],
  },
});
