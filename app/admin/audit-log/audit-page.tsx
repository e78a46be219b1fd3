import { Link } from '../../foundation/ui/link.tsx';
import { adminApi, fetchList } from '../admin-api.ts';
import { formatTime } from '../layout/format-times.ts';
import { List, type ListColumn } from '../layout/list.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminList } from '../layout/use-list.ts';
import { actionLabel, pathOfSubject, shortSubject } from './action-labels.ts';
import { listChanges } from './changes.ts';
import type { AuditEntry } from './contract.ts';

export const meta = () => adminMeta('Audit log');

const columns: ListColumn<AuditEntry>[] = [
  {
    name: 'at',
    head: 'When',
    cell: ({ at }) => <span className="whitespace-nowrap">{formatTime(at)}</span>,
    onCard: 'mark',
  },
  { name: 'action', head: 'What', cell: ({ action }) => actionLabel(action), onCard: 'title' },
  { name: 'email', head: 'Who', cell: ({ email }) => email },
  { name: 'subject', head: 'To what', cell: renderSubject },
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
        searchLabel="Who, what, or an id"
        filters={[
          {
            name: 'kind',
            label: 'Kind of thing',
            all: 'Everything',
            options: kinds.map((kind) => ({ value: kind, label: kind })),
          },
        ]}
        empty="Nothing like that was done."
      />
    </Screen>
  );
}

function renderSubject({ action, kind, subject }: AuditEntry) {
  const screen = pathOfSubject(kind, subject);
  const text = `${kind} ${shortSubject(subject)}`;
  return (
    <>
      {screen ? (
        <Link className="link" to={screen}>
          {text}
        </Link>
      ) : (
        text
      )}
      <br />
      <span className="soft">{action}</span>
    </>
  );
}

/** Returns null if nothing changed, such as at a sign-in, because a card omits a cell without content. */
function renderChanges({ before, after }: AuditEntry) {
  const changes = listChanges(before, after);
  if (changes.length === 0) return null;
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.field} className="line-clamp-3 wrap-anywhere">
          {change.field && <span className="soft">{change.field}: </span>}
          {change.before && <del>{change.before}</del>} {change.before && '→ '}
          {change.after || <span className="soft">nothing</span>}
        </li>
      ))}
    </ul>
  );
}
