import { formatDateTime } from '../../foundation/indian-dates.ts';
import type { InboxMessage } from '../../messages/contract.ts';
import * as urls from '../../urls.ts';
import { adminApi, fetchList } from '../admin-api.ts';
import { List, type ListColumn, optionsOf } from '../layout/list.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminList } from '../layout/use-list.ts';
import { MessageState, stateLabels } from './message-state.tsx';

export const meta = () => adminMeta('Messages');

const columns: ListColumn<InboxMessage>[] = [
  { name: 'name', head: 'From', cell: ({ name }) => name, onCard: 'title' },
  { name: 'state', head: 'State', cell: ({ status }) => <MessageState status={status} />, onCard: 'mark' },
  {
    name: 'opening',
    head: 'Message',
    cell: ({ excerpt }) => <span className="line-clamp-2 wrap-anywhere">{excerpt}</span>,
  },
  { name: 'product', head: 'Product', cell: ({ productId }) => productId },
  { name: 'at', head: 'When', cell: ({ createdAt }) => formatDateTime(createdAt) },
];

export default function MessagesPage() {
  const list = useAdminList('messages', fetchList(adminApi.messages.$get), ['state']);
  return (
    <Screen title="Messages">
      <List
        label="Messages"
        list={list}
        columns={columns}
        pathOf={({ id }) => `${urls.adminMessages}/${id}`}
        searchLabel="Name, email, text or product"
        filters={[{ name: 'state', label: 'State', all: 'All states', options: optionsOf(stateLabels) }]}
        empty="No messages match your search and filters."
      />
    </Screen>
  );
}
