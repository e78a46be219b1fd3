import { room } from '../foundation/http.server.ts';

/** The cart room's calls. */
export const cart = room();
