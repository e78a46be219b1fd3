import { useParams } from 'react-router';
import * as urls from '../../urls.ts';
import { labelsQuery, productQuery } from '../admin-api.ts';
import './catalogue.css';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import type { UsedLabels } from './contract.ts';
import { Editor } from './editor/editor.tsx';
import { newProductId } from './files/upload-queue.ts';

export const meta = () => adminMeta('One piece');

/** Editor of a product, existing or new. */
export default function ProductPage() {
  const { id = newProductId } = useParams();
  const labels = useAdminQuery(labelsQuery);
  if (labels.data === undefined) {
    return (
      <Screen title="One piece">
        <WhenReady query={labels}>{() => null}</WhenReady>
      </Screen>
    );
  }
  if (id === newProductId) return <Editor key={newProductId} labels={labels.data} />;
  return <OneProduct key={id} id={id} labels={labels.data} />;
}

function OneProduct({ id, labels }: { id: string; labels: UsedLabels }) {
  const found = useAdminQuery(productQuery(id));
  if (found.data !== undefined) return <Editor product={found.data} labels={labels} />;
  return (
    <Screen title="One piece" back={{ to: urls.adminProducts, text: 'All pieces' }}>
      <WhenReady query={found}>{() => null}</WhenReady>
    </Screen>
  );
}
