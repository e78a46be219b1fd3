import { useRef, useState } from 'react';
import { CallFailed, readAnswer, unreachable } from '../../../foundation/http/api-client.ts';
import { inTurn } from '../../../foundation/jobs/serial-queue.ts';
import { refreshOffice, setOffice } from '../../layout/use-admin.ts';
import { pieceCalls, pieceQuery } from '../catalogue-api.ts';
import type { OfficePiece } from '../contract.ts';

type Pictures = OfficePiece['pictures'];

/** Changes a piece's pictures: shown at once, told to the shop one change after the other. */
export function usePictures(piece: OfficePiece | undefined) {
  const [failure, setFailure] = useState<CallFailed>();
  const latest = useRef<Pictures>(undefined);
  const id = piece?.id ?? '';

  async function change(wanted: Pictures, ask: () => Promise<OfficePiece>): Promise<void> {
    if (!piece) return;
    latest.current = wanted;
    setOffice(pieceQuery(id), { ...piece, pictures: wanted });
    try {
      const saved = await inTurn(`pictures of ${id}`, ask);
      setFailure(undefined);
      // What was wished for meanwhile is shown already.
      if (latest.current === wanted) setOffice(pieceQuery(id), saved);
    } catch (error) {
      setFailure(error instanceof CallFailed ? error : new CallFailed(unreachable));
      await refreshOffice('pieces');
    }
  }

  return {
    failure,
    arrange: (wanted: Pictures) =>
      change(wanted, () => {
        const json = { pictures: wanted.map(({ file, alt }) => ({ file, alt })) };
        return readAnswer(pieceCalls.admin.pieces[':id'].pictures.$put({ param: { id }, json }));
      }),
    remove: (file: string) =>
      change(piece?.pictures.filter((one) => one.file !== file) ?? [], () =>
        readAnswer(pieceCalls.admin.pieces[':id'].pictures[':file'].$delete({ param: { id, file } })),
      ),
  };
}
