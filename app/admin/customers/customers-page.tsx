import { formatDateTime } from '../../foundation/indian-dates.ts';
import * as urls from '../../urls.ts';
import { adminApi, fetchList } from '../admin-api.ts';
import { List, type ListColumn } from '../layout/list.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminList } from '../layout/use-list.ts';
import type { CustomerRow } from './contract.ts';

export const meta = () => adminMeta('Customers');

const columns: ListColumn<CustomerRow>[] = [
  { name: 'name', head: 'Name', cell: ({ name, email }) => name || email, sorts: true, onCard: 'title' },
  { name: 'email', head: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { name: 'phone', head: 'Phone', cell: ({ phone }) => phone },
  { name: 'city', head: 'City', cell: ({ city }) => city },
  { name: 'orders', head: 'Orders', cell: ({ orderCount }) => orderCount, side: 'end' },
  {
    name: 'last',
    head: 'Last order',
    cell: ({ lastOrderAt }) => lastOrderAt && formatDateTime(lastOrderAt),
    side: 'end',
  },
  {
    name: 'since',
    head: 'Customer since',
    cell: ({ customerSince }) => formatDateTime(customerSince),
    sorts: true,
    side: 'end',
  },
];

export default function CustomersPage() {
  const list = useAdminList('customers', fetchList(adminApi.customers.$get));
  return (
    <Screen title="Customers">
      <List
        label="Customers"
        list={list}
        columns={columns}
        pathOf={({ id }) => `${urls.adminCustomers}/${id}`}
        searchLabel="Name, email or phone"
        empty="No customers match your search."
      />
    </Screen>
  );
}
