import { useParams } from 'react-router';
import '../../foundation/ui/admin-pieces.css';
import { WhenReady } from '../layout/loading.tsx';
import { officeMeta, Screen } from '../layout/screen.tsx';
import { useOffice } from '../layout/use-admin.ts';
import { pieceQuery, wordsQuery } from './catalogue-api.ts';
import type { PieceWords } from './contract.ts';
import { Editor } from './editor/editor.tsx';
import { unwritten } from './files/upload-queue.ts';

export const meta = () => officeMeta('One piece');

/** F-130, N-05, N-07: one piece, or one that is new. */
export default function PiecePage() {
  const { id = unwritten } = useParams();
  const words = useOffice(wordsQuery);
  if (words.data === undefined) {
    return (
      <Screen title="One piece">
        <WhenReady of={words}>{() => null}</WhenReady>
      </Screen>
    );
  }
  if (id === unwritten) return <Editor key={unwritten} words={words.data} />;
  return <OnePiece key={id} id={id} words={words.data} />;
}

function OnePiece({ id, words }: { id: string; words: PieceWords }) {
  const found = useOffice(pieceQuery(id));
  if (found.data !== undefined) return <Editor piece={found.data} words={words} />;
  return (
    <Screen title="One piece" back={{ to: '/admin/pieces', words: 'All pieces' }}>
      <WhenReady of={found}>{() => null}</WhenReady>
    </Screen>
  );
}
