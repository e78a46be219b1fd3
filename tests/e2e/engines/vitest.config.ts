/**
 * Runs the end-to-end tests of the main flows (stories, see `story.ts`) in the engines that Playwright's tests do not use:
 * `vitest run --config tests/e2e/engines/vitest.config.ts --project firefox`
 */
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Engine } from '../../../scripts/browsers.ts';

const engines: Engine[] = ['firefox', 'webkit'];

/** Timeout in milliseconds. It is long enough for a slow machine under load, because no story tests speed. */
const timeoutMs = 180_000;

export default defineConfig({
  root: path.join(import.meta.dirname, '..', '..', '..'),
  test: {
    globalSetup: './tests/e2e/engines/open-shop.ts',
    // Each worker mostly waits for its browser.
    maxWorkers: engines.length,
    projects: engines.map((engine) => ({
      test: {
        name: engine,
        // Each engine has one file and thus one worker, so it is started once. Two engines use two processors.
        include: ['tests/e2e/engines/stories.test.ts'],
        // Use threads: they and their browsers end with this process, even if this process is killed.
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
