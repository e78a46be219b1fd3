import { useState } from 'react';
import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { SelectField, TextField } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { adminApi } from '../admin-api.ts';
import { AdminDialog, ConfirmDialog } from '../layout/dialog.tsx';
import { formatTime } from '../layout/format-times.ts';
import { refreshAdmin } from '../layout/use-admin.ts';
import type { TeamMember } from './contract.ts';

const nameOf = ({ name, email }: TeamMember) => name || email;

/** One of the team: who they are, and what an owner may do about their key. */
export function Member({ member, isSelf }: { member: TeamMember; isSelf: boolean }) {
  const [open, setOpen] = useState<'change' | 'key' | 'factor'>();
  const { email, name, role, isSetUp, isDisabled, seenAt } = member;
  const close = () => setOpen(undefined);
  const called = nameOf(member);
  const known = [
    name && email,
    !isDisabled && !isSetUp && 'has not signed in yet',
    seenAt && `last seen ${formatTime(seenAt)}`,
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
        <span className={isDisabled ? 'soft' : undefined}>{isDisabled ? 'no key' : role}</span>
      </div>
      <p className="soft wrap-anywhere">{known}</p>
      <div className="actions">
        <button type="button" className="link tap" onClick={() => setOpen('change')}>
          Change<span className="sr"> {called}</span>
        </button>
        {!isSelf && isSetUp && (
          <button type="button" className="link tap" onClick={() => setOpen('factor')}>
            Reset second factor<span className="sr"> of {called}</span>
          </button>
        )}
        {!isSelf && (
          <button type="button" className="link tap" onClick={() => setOpen('key')}>
            {isDisabled ? 'Give the key back' : 'Take the key away'}
            <span className="sr">: {called}</span>
          </button>
        )}
      </div>
      <AdminDialog open={open === 'change'} onClose={close} title={`Change ${called}`}>
        <MemberForm member={member} onDone={close} />
      </AdminDialog>
      <ResetFactorDialog member={member} open={open === 'factor'} onClose={close} />
      <DisableDialog member={member} open={open === 'key'} onClose={close} />
    </li>
  );
}

type DialogProps = { member: TeamMember; open: boolean; onClose: () => void };

/** Dialog that resets a member's second factor. */
function ResetFactorDialog({ member, open, onClose }: DialogProps) {
  const called = nameOf(member);
  async function resetFactor() {
    await readResponse(adminApi.team[':id']['reset-factor'].$post({ param: { id: member.id } }));
    await refreshAdmin('team', 'audit-log');
    notify(`${called} sets up a new second factor at the next sign-in.`);
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Reset the second factor?"
      text={`${called} is logged out everywhere, and sets up an app anew at the next sign-in. Make sure that it is really them who asked.`}
      confirmLabel="Reset it"
      destructive
      onConfirm={resetFactor}
    />
  );
}

/** Dialog that disables a member, or enables a disabled one. */
function DisableDialog({ member, open, onClose }: DialogProps) {
  const { id, isDisabled } = member;
  const called = nameOf(member);
  async function change() {
    await readResponse(adminApi.team[':id'].$put({ param: { id }, json: { isDisabled: !isDisabled } }));
    await refreshAdmin('team', 'audit-log');
    notify(isDisabled ? `${called} has a key again.` : `${called} has no key any more.`);
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={isDisabled ? 'Give the key back?' : 'Take the key away?'}
      text={
        isDisabled
          ? `${called} may sign in to the back office again.`
          : `${called} is logged out everywhere at once and cannot sign in. What they did stays in the audit log.`
      }
      confirmLabel={isDisabled ? 'Give it back' : 'Take it away'}
      destructive={!isDisabled}
      onConfirm={change}
    />
  );
}

const roles = [
  { value: 'staff', label: 'Staff: orders, pieces, messages' },
  { value: 'owner', label: 'Owner: everything, and the team' },
];

type FormProps = {
  /** The member to change. Without it, the form adds a member. */
  member?: TeamMember;
  onDone: () => void;
};

/** Form that adds a member of the team, or changes a member's name and role. */
export function MemberForm({ member, onDone }: FormProps) {
  return (
    <ActionForm
      submitLabel={member ? 'Save' : 'Give a key'}
      pendingLabel="Saving..."
      send={async ({ text }) => {
        const [email, name] = [text('email'), text('name')];
        const role = text('role') === 'owner' ? 'owner' : 'staff';
        await (member
          ? readResponse(adminApi.team[':id'].$put({ param: { id: member.id }, json: { name, role } }))
          : readResponse(adminApi.team.$post({ json: { email, name, role } })));
        await refreshAdmin('team', 'audit-log', 'me');
        notify(
          member ? 'Saved.' : `${email} has a key. They sign in at /admin with a code that is mailed there.`,
        );
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
