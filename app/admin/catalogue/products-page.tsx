import type { ProductRow } from '../../catalogue/for-staff/contract.ts';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { adminApi, fetchList } from '../admin-api.ts';
import './catalogue.css';
import { Photo } from '../../foundation/ui/photo.tsx';
import { Price } from '../../foundation/ui/price.tsx';
import { List, type ListColumn, optionsOf } from '../layout/list.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminList } from '../layout/use-list.ts';
import { StateMark } from './editor/state-actions.tsx';
import { SoldInList } from './stock.tsx';

export const meta = () => adminMeta('Products');

function Stock({ row }: { row: ProductRow }) {
  const available = row.sizes.reduce((sum, size) => sum + size.available, 0);
  const held = row.sizes.reduce((sum, size) => sum + size.held, 0);
  const named = row.sizes.filter(({ label }) => label !== null);
  return (
    <span>
      {available <= 0 ? <b className="madder nowrap">Sold out</b> : <b className="num">{available}</b>}
      {held > 0 && <span className="soft">, shoppers are paying for {held} more right now</span>}
      {named.length > 1 && (
        <span className="soft"> ({named.map(({ label, onHand }) => `${label} ${onHand}`).join(', ')})</span>
      )}
    </span>
  );
}

const columns: ListColumn<ProductRow>[] = [
  {
    name: 'name',
    head: 'Product',
    sorts: true,
    onCard: 'title',
    cell: ({ id, name, image }) => (
      <span className="product-row">
        {image ? <Photo image={image} sizes="36px" widths={[160]} alt="" /> : <i className="no-image" />}
        <span>
          {name}
          <span className="soft"> {id}</span>
        </span>
      </span>
    ),
  },
  { name: 'state', head: 'State', onCard: 'mark', cell: ({ state }) => <StateMark state={state} /> },
  { name: 'category', head: 'Category', onCard: 'never', cell: ({ categoryName }) => categoryName },
  {
    name: 'price',
    head: 'Price',
    sorts: true,
    side: 'end',
    cell: ({ price, mrp }) => <Price rupees={price} mrp={mrp} />,
  },
  { name: 'stock', head: 'In stock', cell: (row) => <Stock row={row} /> },
  { name: 'store', head: 'Sale in the store', cell: (row) => <SoldInList row={row} /> },
];

/** List of all products with their stock. Each row has a button that records a sale in the store. */
export default function ProductsPage() {
  const list = useAdminList('products', fetchList(adminApi.products.$get), ['category', 'state', 'stock']);
  const categories = list.firstPage?.categories ?? [];
  return (
    <Screen
      title="Products"
      end={
        <Link className="btn small" to={`${urls.adminProducts}/new`}>
          New product
        </Link>
      }
    >
      <List
        label="Products"
        list={list}
        columns={columns}
        pathOf={({ id }) => `${urls.adminProducts}/${encodeURIComponent(id)}`}
        searchLabel="Name, number or colour"
        filters={[
          {
            name: 'category',
            label: 'Category',
            all: 'All categories',
            options: categories.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            name: 'state',
            label: 'State',
            all: 'All except archived',
            options: optionsOf({ live: 'Published', draft: 'Drafts', archived: 'Archived' }),
          },
          {
            name: 'stock',
            label: 'Stock',
            all: 'Any stock',
            options: optionsOf({ in: 'In stock', low: 'Low stock', out: 'Sold out' }),
          },
        ]}
        empty="No products match your search and filters."
      />
    </Screen>
  );
}
