import { useState } from 'react';
import { adminApi, adminQuery } from '../admin-api.ts';
import { AdminDialog } from '../layout/dialog.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import { useMe } from '../sign-in/me.ts';
import { Member, MemberForm } from './member.tsx';

export const meta = () => adminMeta('Team');

const teamQuery = adminQuery(['team'], (options) => adminApi.team.$get({}, options));

/** Staff and their roles, for owners. */
export default function TeamPage() {
  const isOwner = useMe().data?.role === 'owner';
  const [adding, setAdding] = useState(false);
  return (
    <Screen
      title="Team"
      end={
        isOwner && (
          <button type="button" className="btn small" onClick={() => setAdding(true)}>
            Add somebody
          </button>
        )
      }
    >
      <p className="mb-4 max-w-[62ch]">
        An owner may do everything. Staff do all the shop’s work, but they do not see this page or the audit
        log. Each signs in with a mailed code and an app of their own.
      </p>
      <Members />
      <AdminDialog open={adding} onClose={() => setAdding(false)} title="Add somebody">
        <MemberForm onDone={() => setAdding(false)} />
      </AdminDialog>
    </Screen>
  );
}

function Members() {
  const { data: me } = useMe();
  return (
    <WhenReady query={useAdminQuery(teamQuery)}>
      {({ members }) => (
        <ul className="cards">
          {members.map((member) => (
            <Member key={member.id} member={member} isSelf={member.id === me?.id} />
          ))}
        </ul>
      )}
    </WhenReady>
  );
}
