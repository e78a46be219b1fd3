import { room } from '../../foundation/http.server.ts';

/** Files in and out. */
export const adminCsv = room();
