import { expect as hasty } from '@playwright/test';

/** Waits longer than a test would: a picture that comes late is still the picture. */
export const expect = hasty.configure({ timeout: 60_000 });
