import { readAnswer } from '../../foundation/http/api-client.ts';
import { refreshOffice, setOffice } from '../layout/use-admin.ts';
import { pieceCalls, pieceQuery } from './catalogue-api.ts';
import type { OfficePiece, StockReason } from './contract.ts';

type Change = { size: string; change: number; reason: StockReason };

/** Changes a count and shows the piece as it then is, wherever it is shown. */
export async function changeStock(id: string, change: Change): Promise<OfficePiece> {
  const piece = await readAnswer(pieceCalls.admin.pieces[':id'].stock.$post({ param: { id }, json: change }));
  setOffice(pieceQuery(id), piece);
  await refreshOffice('pieces', 'piece-history', 'today');
  return piece;
}
