import { z } from '@hono/zod-openapi';
import { router } from '../../foundation/http/endpoint.server.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { staff, staffRead } from '../sign-in/staff-access.server.ts';
import {
  AlreadyMember,
  LastOwner,
  MemberChange,
  NewMember,
  NoSuchMember,
  Team,
  TeamMember,
} from './contract.ts';
import { addMember, changeMember, listTeam, resetFactor } from './team.server.ts';

const params = z.object({ id: z.uuid('This staff member does not exist.') });

/** Options that all actions on a staff member share. The response is the staff member after the action. */
const change = {
  kind: 'staff',
  access: staff({ owner: true, fresh: true }),
  response: TeamMember,
} as const;

export const teamEndpoints = router('Admin: team', [
  staffRead({
    id: 'listTeam',
    path: '/admin/team',
    summary: 'List all members, disabled ones included',
    access: staff({ owner: true }),
    response: Team,
    run: async ({ shop }) => ({ members: await listTeam(shop) }),
  }),
  staffAction({
    id: 'addTeamMember',
    method: 'post',
    path: '/admin/team',
    audit: 'team.add',
    ...change,
    summary: 'Add a member',
    body: NewMember,
    problems: [AlreadyMember],
    run: (tx, { body }) => addMember(tx, body),
  }),
  staffAction({
    id: 'updateTeamMember',
    method: 'put',
    path: '/admin/team/{id}',
    audit: 'team.update',
    ...change,
    summary: 'Change a member’s name or role, or disable them',
    params,
    body: MemberChange,
    problems: [NoSuchMember, LastOwner],
    run: (tx, { params, body }) => changeMember(tx, params.id, body),
  }),
  staffAction({
    id: 'resetSecondFactor',
    method: 'post',
    path: '/admin/team/{id}/reset-factor',
    audit: 'team.reset-factor',
    ...change,
    summary: 'Reset a member’s second factor; a new one is set up at the next sign-in',
    params,
    problems: [NoSuchMember],
    run: (tx, { params }) => resetFactor(tx, params.id),
  }),
]);
