import { room } from '../../foundation/http.server.ts';

/** What waits, and what sold. */
export const adminToday = room();
