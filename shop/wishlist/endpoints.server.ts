import { room } from '../foundation/http.server.ts';

/** The wishlist room's calls. */
export const wishlist = room();
