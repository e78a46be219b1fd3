import { readAnswer } from '../../foundation/http/api-client.ts';
import { momentInWords } from '../layout/format-times.ts';
import { List, type ListColumn } from '../layout/list.tsx';
import { officeMeta, Screen } from '../layout/screen.tsx';
import { useOfficeList } from '../layout/use-list.ts';
import type { PersonRow } from './contract.ts';
import { peopleCalls } from './customers-api.ts';

export const meta = () => officeMeta('People');

const columns: ListColumn<PersonRow>[] = [
  { name: 'name', head: 'Name', cell: ({ name, email }) => name || email, sorts: true, onCard: 'title' },
  { name: 'email', head: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { name: 'phone', head: 'Phone', cell: ({ phone }) => phone },
  { name: 'city', head: 'City', cell: ({ city }) => city },
  {
    name: 'orders',
    head: 'Orders',
    cell: ({ orders }) => orders,
    side: 'end',
  },
  {
    name: 'last',
    head: 'Last order',
    cell: ({ lastOrderAt }) => lastOrderAt && momentInWords(lastOrderAt),
    side: 'end',
  },
  { name: 'since', head: 'Since', cell: ({ since }) => momentInWords(since), sorts: true, side: 'end' },
];

/** F-136: everybody who has an account. */
export default function PeoplePage() {
  const list = useOfficeList({
    key: 'people',
    filters: [],
    fetch: (asked, signal) =>
      readAnswer(peopleCalls.admin.people.$get({ query: asked }, { init: { signal } })),
  });
  return (
    <Screen title="People">
      <List
        label="People"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `/admin/people/${id}`}
        searchLabel="Name, email or phone"
        empty="Nobody is called so."
      />
    </Screen>
  );
}
