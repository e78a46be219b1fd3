import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { SelectField, TextField } from '../../foundation/ui/fields.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { adminApi } from '../admin-api.ts';
import { refreshAdmin } from '../layout/use-admin.ts';
import type { TeamMember } from './contract.ts';

const roles = [
  { value: 'staff', label: 'Staff: orders, pieces, messages' },
  { value: 'owner', label: 'Owner: everything, and the team' },
];

type Props = {
  /** The member to change. Without it, the form adds a member. */
  member?: TeamMember;
  onDone: () => void;
};

/** Form that adds a member of the team, or changes a member's name and role. */
export function MemberForm({ member, onDone }: Props) {
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
