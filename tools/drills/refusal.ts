import { z } from 'zod';

/** A problem as it crosses the door. */
export const Rejection = z.object({ title: z.string(), order: z.unknown().optional() });
