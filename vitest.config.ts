import { defineConfig } from 'vitest/config';

const needsDatabase = ['{shop,seeds,tests}/**/*.db.test.{ts,tsx}'];

/** Long enough for a slow machine under load: no test is about the clock. A test that hangs still ends. */
const patience = 60_000;

/** Tests that keep rows run on both engines; their workers keep one database each, for all their files. */
const withDatabase = { include: needsDatabase, isolate: false, testTimeout: patience, hookTimeout: patience };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{shop,seeds,scripts}/**/*.test.{ts,tsx}'],
          exclude: needsDatabase,
          testTimeout: patience,
        },
      },
      {
        test: { name: 'embedded', ...withDatabase, globalSetup: './tests/plant-embedded.ts' },
      },
      {
        test: { name: 'postgres', ...withDatabase, globalSetup: './tests/plant-postgres.ts' },
      },
    ],
  },
});
