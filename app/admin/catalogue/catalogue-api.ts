import { hc } from 'hono/client';
import { readAnswer } from '../../foundation/http/api-client.ts';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { OfficeQuery } from '../layout/use-admin.ts';
import type { OfficePiece, PieceHistory, PieceWords } from './contract.ts';
import type { adminPieces } from './endpoints.server.ts';

export const pieceCalls = hc<typeof adminPieces>('/api', { fetch: askStaff });

/** One piece, as everybody who looks at it on this browser shares it. */
export const pieceQuery = (id: string): OfficeQuery<OfficePiece> => ({
  key: ['pieces', id],
  fetch: (signal) => readAnswer(pieceCalls.admin.pieces[':id'].$get({ param: { id } }, { init: { signal } })),
});

export const historyQuery = (id: string): OfficeQuery<PieceHistory> => ({
  key: ['piece-history', id],
  fetch: (signal) =>
    readAnswer(pieceCalls.admin.pieces[':id'].history.$get({ param: { id } }, { init: { signal } })),
});

export const wordsQuery: OfficeQuery<PieceWords> = {
  key: ['piece-words'],
  fetch: (signal) => readAnswer(pieceCalls.admin['piece-words'].$get({}, { init: { signal } })),
};
