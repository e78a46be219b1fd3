import { type FormEvent, useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { FailureNote, SelectField, TextField } from '../layout/fields.tsx';
import { refreshAdmin } from '../layout/use-admin.ts';
import type { Role } from '../sign-in/contract.ts';
import type { TeamMember } from './contract.ts';
import { teamApi } from './team-api.ts';

const roles = [
  { value: 'staff', label: 'Staff: orders, pieces, messages' },
  { value: 'owner', label: 'Owner: everything, and the team' },
];

type Props = {
  /** Who is changed; without it somebody is added. */
  member?: TeamMember;
  onDone: () => void;
};

/** Somebody's name, address and role. */
export function MemberForm({ member, onDone }: Props) {
  const [email, setEmail] = useState(member?.email ?? '');
  const [name, setName] = useState(member?.name ?? '');
  const [role, setRole] = useState<Role>(member?.role ?? 'staff');
  const { isPending, failure, attempt, errorOf } = useSubmit();

  async function save(event: FormEvent) {
    event.preventDefault();
    const saved = await attempt(() =>
      member
        ? readResponse(teamApi.admin.team[':id'].$put({ param: { id: member.id }, json: { name, role } }))
        : readResponse(teamApi.admin.team.$post({ json: { email, name, role } })),
    );
    if (!saved) return;
    await refreshAdmin('team', 'audit-log', 'me');
    notify(
      member ? 'Saved.' : `${email} has a key. They sign in at /admin with a code that is mailed there.`,
    );
    onDone();
  }
  return (
    <form className="form" noValidate onSubmit={save}>
      <FailureNote failure={failure} />
      <TextField
        label="Email"
        type="email"
        value={email}
        onChange={setEmail}
        error={errorOf('email')}
        readOnly={member !== undefined}
        autoComplete="off"
      />
      <TextField label="Name" value={name} onChange={setName} error={errorOf('name')} maxLength={80} />
      <SelectField
        label="Role"
        value={role}
        onChange={(value) => setRole(value === 'owner' ? 'owner' : 'staff')}
        options={roles}
        error={errorOf('role')}
      />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'Saving...' : member ? 'Save' : 'Give a key'}
      </button>
    </form>
  );
}
