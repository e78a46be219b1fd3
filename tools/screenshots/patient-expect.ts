import { expect as hasty } from '@playwright/test';

/** Waits longer than a test does. The first start of a shop is slow, and screenshots are not a test of speed. */
export const expect = hasty.configure({ timeout: 60_000 });
