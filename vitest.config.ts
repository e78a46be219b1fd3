import { defineConfig } from 'vitest/config';

const needsDatabase = ['{shop,seeds,tests}/**/*.db.test.{ts,tsx}'];

/** Tests that keep rows run on both engines; their workers keep one database each, for all their files. */
const withDatabase = { include: needsDatabase, isolate: false, testTimeout: 15_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'rules', include: ['{shop,seeds,scripts}/**/*.test.{ts,tsx}'], exclude: needsDatabase },
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
