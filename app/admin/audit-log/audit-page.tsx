import { formatDateTime } from '../../foundation/indian-dates.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { adminApi, fetchList } from '../admin-api.ts';
import { List, type ListColumn } from '../layout/list.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminList } from '../layout/use-list.ts';
import { actionLabel, kindLabel, pathOfSubject, subjectLabel } from './action-labels.ts';
import { listChanges } from './changes.ts';
import type { AuditEntry } from './contract.ts';

export const meta = () => adminMeta('Audit log');

const columns: ListColumn<AuditEntry>[] = [
  {
    name: 'at',
    head: 'When',
    cell: ({ at }) => <span className="whitespace-nowrap">{formatDateTime(at)}</span>,
    onCard: 'mark',
  },
  { name: 'action', head: 'Action', cell: ({ action }) => actionLabel(action), onCard: 'title' },
  { name: 'email', head: 'Staff member', cell: ({ email }) => email },
  { name: 'subject', head: 'About', cell: renderSubject },
  { name: 'change', head: 'Before → after', cell: renderChanges },
];

export default function AuditPage() {
  const list = useAdminList('audit-log', fetchList(adminApi['audit-log'].$get), ['kind', 'id']);
  const kinds = list.firstPage?.kinds ?? [];
  return (
    <Screen title="Audit log">
      <List
        label="Audit log"
        list={list}
        columns={columns}
        searchLabel="Email, action or order number"
        filters={[
          {
            name: 'kind',
            label: 'Type',
            all: 'All types',
            options: kinds.map((kind) => ({ value: kind, label: kindLabel(kind) })),
          },
        ]}
        empty="No entries match your search and filters."
      />
    </Screen>
  );
}

function renderSubject(entry: AuditEntry) {
  const path = pathOfSubject(entry.kind, entry.subject);
  const text = subjectLabel(entry);
  return path ? (
    <Link className="link" to={path}>
      {text}
    </Link>
  ) : (
    text
  );
}

/**
 * Lists the changes of an audit entry. Returns null if there are none, for example for a sign-in, so that the entry's card on
 * phones has no line for them.
 */
function renderChanges({ before, after }: AuditEntry) {
  const changes = listChanges(before, after);
  if (changes.length === 0) return null;
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.field} className="line-clamp-3 wrap-anywhere">
          {change.field && <span className="soft">{change.field}: </span>}
          {change.before && <del>{change.before}</del>} {change.before && '→ '}
          {change.after || <span className="soft">empty</span>}
        </li>
      ))}
    </ul>
  );
}
