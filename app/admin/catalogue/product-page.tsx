import { useParams } from 'react-router';
import './catalogue.css';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import { labelsQuery, productQuery } from './catalogue-api.ts';
import type { UsedLabels } from './contract.ts';
import { Editor } from './editor/editor.tsx';
import { isUploadPending } from './files/upload-queue.ts';

export const meta = () => adminMeta('One piece');

/** Editor of a product, existing or new. */
export default function ProductPage() {
  const { id = isUploadPending } = useParams();
  const text = useAdminQuery(labelsQuery);
  if (text.data === undefined) {
    return (
      <Screen title="One piece">
        <WhenReady of={text}>{() => null}</WhenReady>
      </Screen>
    );
  }
  if (id === isUploadPending) return <Editor key={isUploadPending} labels={text.data} />;
  return <OneProduct key={id} id={id} text={text.data} />;
}

function OneProduct({ id, text }: { id: string; text: UsedLabels }) {
  const found = useAdminQuery(productQuery(id));
  if (found.data !== undefined) return <Editor product={found.data} labels={text} />;
  return (
    <Screen title="One piece" back={{ to: '/admin/products', text: 'All pieces' }}>
      <WhenReady of={found}>{() => null}</WhenReady>
    </Screen>
  );
}
