/**
 * The main stories, once in each engine in which Playwright's stories do not run: `vitest run --config tests/e2e/engines/vitest.config.ts --project firefox`.
 */
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Engine } from '../../../scripts/browsers.ts';

const engines: Engine[] = ['firefox', 'webkit'];

/** Long enough for a slow machine under load: no story is about the clock. A story that hangs still ends. */
const timeoutMs = 180_000;

export default defineConfig({
  root: path.join(import.meta.dirname, '..', '..', '..'),
  test: {
    globalSetup: './tests/e2e/engines/open-shop.ts',
    // Each waits for its browser much of the time.
    maxWorkers: engines.length,
    projects: engines.map((engine) => ({
      test: {
        name: engine,
        // One file, so one worker: an engine is started once, and two engines keep two cores busy.
        include: ['tests/e2e/engines/stories.test.ts'],
        // Threads end with this process however it ends, and the browsers with them.
        pool: 'threads' as const,
        isolate: false,
        provide: { engine },
        testTimeout: timeoutMs,
        hookTimeout: timeoutMs,
        expect: { poll: { timeout: 40_000 } },
      },
    })),
  },
});
