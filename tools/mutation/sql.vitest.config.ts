import { defineConfig } from 'vitest/config';

const include = ['{app,tests}/**/*.db.test.ts'];
/** A mutant may make a test wait for ever; long enough for a busy machine. */
const patience = 60_000;
const withDatabase = {
  include,
  isolate: false,
  pool: 'threads' as const,
  testTimeout: patience,
  hookTimeout: patience,
};

/** For the hand-written mutants: each is tried on one engine. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'embedded', ...withDatabase, globalSetup: './tools/mutation/seeded-database.ts' },
      },
      {
        test: { name: 'postgres', ...withDatabase, globalSetup: './tests/engine/seed-postgres.ts' },
      },
    ],
  },
});
