import { readResponse } from '../../foundation/http/api-client.ts';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { SelectField, TextField } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { adminApi, adminQuery } from '../admin-api.ts';
import { ConfirmButton, DialogButton } from '../layout/dialog.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { refreshAdmin, useAdminQuery } from '../layout/use-admin.ts';
import { useMe } from '../sign-in/me.ts';
import type { TeamMember } from './contract.ts';

export const meta = () => adminMeta('Staff');

const teamQuery = adminQuery(['team'], adminApi.team.$get, {});

export default function TeamPage() {
  const { data: me } = useMe();
  return (
    <Screen
      title="Staff"
      end={
        me?.role === 'owner' && (
          <DialogButton label="Invite" className="btn small" title="Invite">
            {(close) => <MemberForm onDone={close} />}
          </DialogButton>
        )
      }
    >
      <p className="mb-4 max-w-[62ch]">
        An owner can do everything. Staff do the daily work, but they do not see this page or the audit log.
        Each person signs in with a code by email and an authenticator app.
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

function Member({ member, isSelf }: { member: TeamMember; isSelf: boolean }) {
  const { email, name, role, isSetUp, isDisabled, seenAt } = member;
  const called = name || email;
  const facts = [
    name && email,
    !isDisabled && !isSetUp && 'has not signed in yet',
    seenAt && `last seen ${formatDateTime(seenAt)}`,
  ]
    .filter(Boolean)
    .join(', ');

  return (
    <li>
      <div className="card-title">
        <b>
          {called}
          {isSelf && ' (you)'}
        </b>
        <span className={isDisabled ? 'soft' : undefined}>{isDisabled ? 'removed' : role}</span>
      </div>
      <p className="soft wrap-anywhere">{facts}</p>
      <div className="actions">
        <DialogButton label="Change" srText={` ${called}`} className="link tap" title={`Change ${called}`}>
          {(close) => <MemberForm member={member} onDone={close} />}
        </DialogButton>
        {!isSelf && <KeyButtons member={member} called={called} />}
      </div>
    </li>
  );
}

function KeyButtons({ member: { id, isSetUp, isDisabled }, called }: { member: TeamMember; called: string }) {
  const memberApi = adminApi.team[':id'];
  async function change(response: Promise<unknown>, notice: string) {
    await response;
    await refreshAdmin('team', 'audit-log');
    notify(notice);
  }
  return (
    <>
      <ConfirmButton
        label="Reset authenticator app"
        srText={` of ${called}`}
        className="link tap"
        isOffered={isSetUp}
        title="Reset the authenticator app?"
        text={`${called} is logged out everywhere and sets up the app again at the next sign-in. Please make sure that the request really comes from them.`}
        confirmLabel="Reset"
        destructive
        onConfirm={() =>
          change(
            readResponse(memberApi['reset-factor'].$post({ param: { id } })),
            `${called} sets up a new authenticator app at the next sign-in.`,
          )
        }
      />
      <ConfirmButton
        label={isDisabled ? 'Invite again' : 'Remove'}
        srText={`: ${called}`}
        className="link tap"
        title={isDisabled ? `Invite ${called} again?` : `Remove ${called}?`}
        text={
          isDisabled
            ? `${called} can sign in to the admin again.`
            : `${called} is logged out everywhere at once and cannot sign in. The audit log still shows what this person did.`
        }
        confirmLabel={isDisabled ? 'Invite again' : 'Remove'}
        destructive={!isDisabled}
        onConfirm={() =>
          change(
            readResponse(memberApi.$put({ param: { id }, json: { isDisabled: !isDisabled } })),
            isDisabled ? `${called} can sign in again.` : `${called} is removed and can no longer sign in.`,
          )
        }
      />
    </>
  );
}

const roles = [
  { value: 'staff', label: 'Staff: orders, products, messages' },
  { value: 'owner', label: 'Owner: everything, including adding and removing staff' },
];

type FormProps = {
  /** The staff member to change. Undefined to add a new one. */
  member?: TeamMember;
  onDone: () => void;
};

function MemberForm({ member, onDone }: FormProps) {
  return (
    <ActionForm
      submitLabel={member ? 'Save' : 'Invite'}
      pendingLabel="Saving..."
      send={async ({ text }) => {
        const [email, name] = [text('email'), text('name')];
        const role = text('role') === 'owner' ? 'owner' : 'staff';
        await (member
          ? readResponse(adminApi.team[':id'].$put({ param: { id: member.id }, json: { name, role } }))
          : readResponse(adminApi.team.$post({ json: { email, name, role } })));
        await refreshAdmin('team', 'audit-log', 'me');
        notify(member ? 'Saved.' : `${email} is invited and can sign in at /admin with a code by email.`);
      }}
      onDone={onDone}
    >
      <TextField
        name="email"
        label="Email"
        type="email"
        defaultValue={member?.email}
        readOnly={member !== undefined}
        autoComplete="off"
      />
      <TextField name="name" label="Name" defaultValue={member?.name} maxLength={80} />
      <SelectField name="role" label="Role" defaultValue={member?.role ?? 'staff'} options={roles} />
    </ActionForm>
  );
}
