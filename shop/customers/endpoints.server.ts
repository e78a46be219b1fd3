import { room } from '../foundation/http.server.ts';

/** The customers room's calls. */
export const customers = room();
