import { room } from '../../foundation/http.server.ts';

/** Customers. */
export const adminPeople = room();
