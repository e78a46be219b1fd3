import { useParams } from 'react-router';
import type { QueryResult } from '../../foundation/browser/queries.ts';
import * as urls from '../../urls.ts';
import { labelsQuery, productQuery } from '../admin-api.ts';
import './catalogue.css';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import type { UsedLabels } from './contract.ts';
import { Editor } from './editor/editor.tsx';
import { newProductId } from './files/upload-queue.ts';

export const meta = () => adminMeta('Product');

export default function ProductPage() {
  const { id = newProductId } = useParams();
  const labels = useAdminQuery(labelsQuery);
  if (labels.data === undefined) return <Pending query={labels} />;
  if (id === newProductId) return <Editor key={newProductId} labels={labels.data} />;
  return <OneProduct key={id} id={id} labels={labels.data} />;
}

function OneProduct({ id, labels }: { id: string; labels: UsedLabels }) {
  const query = useAdminQuery(productQuery(id));
  if (query.data === undefined) return <Pending query={query} />;
  return <Editor product={query.data} labels={labels} />;
}

function Pending({ query }: { query: QueryResult<unknown> }) {
  return (
    <Screen title="Product" back={{ to: urls.adminProducts, text: 'All products' }}>
      <WhenReady query={query}>{() => null}</WhenReady>
    </Screen>
  );
}
