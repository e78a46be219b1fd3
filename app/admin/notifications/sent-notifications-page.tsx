import { formatDateTime } from '../../foundation/indian-dates.ts';
import { Link } from '../../foundation/ui/link.tsx';
import type { NotificationState } from '../../notifications/contract.ts';
import * as urls from '../../urls.ts';
import { adminApi, fetchList } from '../admin-api.ts';
import { RetryEmail } from '../dashboard/failed-item-list.tsx';
import { List, type ListColumn, optionsOf } from '../layout/list.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminList } from '../layout/use-list.ts';
import type { SentNotification } from './contract.ts';

export const meta = () => adminMeta('Notifications of the last 30 days');

const stateText: Record<NotificationState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Not sent',
  dropped: 'Not needed any more',
};

const columns: ListColumn<SentNotification>[] = [
  {
    name: 'text',
    head: 'About',
    cell: ({ text, path }) => (
      <Link className="link" to={path}>
        {text}
      </Link>
    ),
    onCard: 'title',
  },
  { name: 'to', head: 'To', cell: ({ to }) => <span className="wrap-anywhere">{to}</span> },
  { name: 'at', head: 'Time of the event', cell: ({ at }) => formatDateTime(at) },
  { name: 'sentAt', head: 'Sent at', cell: ({ sentAt }) => sentAt && formatDateTime(sentAt) },
  {
    name: 'state',
    head: 'State',
    cell: ({ state }) => (
      <span className={state === 'failed' ? 'state' : 'state soft'}>{stateText[state]}</span>
    ),
    onCard: 'mark',
  },
  {
    name: 'error',
    head: 'What went wrong',
    cell: ({ state, error, emailId }) =>
      state === 'failed' && emailId ? (
        <>
          {error && <p className="soft max-w-[40ch] wrap-anywhere">{error}</p>}
          <RetryEmail id={emailId} label="Try again" />
        </>
      ) : null,
  },
];

/** List of the emails to staff about events of the last 30 days. One email can be about several events. */
export default function SentNotificationsPage() {
  const list = useAdminList('sent-notifications', fetchList(adminApi.notifications.$get), ['state']);
  return (
    <Screen
      title="Notifications of the last 30 days"
      back={{ to: urls.adminNotifications, text: 'My notifications' }}
    >
      <p className="mb-4 max-w-[62ch]">
        Emails to you and your staff. One email can be about several events.
      </p>
      <List
        label="Notifications of the last 30 days"
        list={list}
        columns={columns}
        filters={[{ name: 'state', label: 'State', all: 'All states', options: optionsOf(stateText) }]}
        empty="No notifications have this state."
      />
    </Screen>
  );
}
