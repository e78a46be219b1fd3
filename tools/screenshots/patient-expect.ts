import { expect as hasty } from '@playwright/test';

/** Waits longer than a test would, because the first start of a shop is slow and screenshots are no test of speed. */
export const expect = hasty.configure({ timeout: 60_000 });
