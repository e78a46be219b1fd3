import { expect as defaultExpect } from '@playwright/test';

/** Waits longer than in tests, because a slow page is no failure here. */
export const expect = defaultExpect.configure({ timeout: 60_000 });
