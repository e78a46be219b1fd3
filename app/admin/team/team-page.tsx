import { adminApi, adminQuery } from '../admin-api.ts';
import { DialogButton } from '../layout/dialog.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import { useMe } from '../sign-in/me.ts';
import { Member, MemberForm } from './member.tsx';

export const meta = () => adminMeta('Team');

const teamQuery = adminQuery(['team'], (options) => adminApi.team.$get({}, options));

/** Staff and their roles, for owners. */
export default function TeamPage() {
  const { data: me } = useMe();
  return (
    <Screen
      title="Team"
      end={
        me?.role === 'owner' && (
          <DialogButton label="Add somebody" className="btn small" title="Add somebody">
            {(close) => <MemberForm onDone={close} />}
          </DialogButton>
        )
      }
    >
      <p className="mb-4 max-w-[62ch]">
        An owner may do everything. Staff do all the shop’s work, but they do not see this page or the audit
        log. Each signs in with a mailed code and an app of their own.
      </p>
      <WhenReady query={useAdminQuery(teamQuery)}>
        {({ members }) => (
          <ul className="cards">
            {members.map((member) => (
              <Member key={member.id} member={member} isSelf={member.id === me?.id} />
            ))}
          </ul>
        )}
      </WhenReady>
    </Screen>
  );
}
