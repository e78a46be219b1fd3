import { defineConfig } from 'vitest/config';

const include = ['{app,tests}/**/*.{db,both-databases}.test.ts'];
/** A mutant may make a test wait for ever; long enough for a busy machine. */
const timeoutMs = 60_000;
const withDatabase = {
  include,
  isolate: false,
  pool: 'threads' as const,
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
};

/** For the hand-written mutants: those of a migration are tried on the embedded engine, where a database of their own takes a second, the others on PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      // In processes: a thread hears no signal, and these tests replace the process's own functions.
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
