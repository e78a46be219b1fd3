import { useParams } from 'react-router';
import '../../foundation/ui/admin-pieces.css';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import { labelsQuery, productQuery } from './catalogue-api.ts';
import type { UsedLabels } from './contract.ts';
import { Editor } from './editor/editor.tsx';
import { isUploadPending } from './files/upload-queue.ts';

export const meta = () => adminMeta('One piece');

/** F-130, N-05, N-07: one piece, or one that is new. */
export default function PiecePage() {
  const { id = isUploadPending } = useParams();
  const words = useAdminQuery(labelsQuery);
  if (words.data === undefined) {
    return (
      <Screen title="One piece">
        <WhenReady of={words}>{() => null}</WhenReady>
      </Screen>
    );
  }
  if (id === isUploadPending) return <Editor key={isUploadPending} words={words.data} />;
  return <OnePiece key={id} id={id} words={words.data} />;
}

function OnePiece({ id, words }: { id: string; words: UsedLabels }) {
  const found = useAdminQuery(productQuery(id));
  if (found.data !== undefined) return <Editor piece={found.data} words={words} />;
  return (
    <Screen title="One piece" back={{ to: '/admin/pieces', words: 'All pieces' }}>
      <WhenReady of={found}>{() => null}</WhenReady>
    </Screen>
  );
}
