import { z } from '@hono/zod-openapi';
import { Email } from '../../customers/contract.ts';
import { problem } from '../../foundation/http/problem.ts';
import { roles, StaffMember } from '../sign-in/contract.ts';

const name = z
  .string('Please write the name.')
  .overwrite((value) => value.replaceAll('\0', '').replace(/\s+/g, ' '))
  .trim()
  .max(80, 'Please write at most 80 characters.');

export const TeamMember = z
  .object({
    ...StaffMember.omit({ recoveryCodesLeft: true }).shape,
    /** True if the staff member has set up a second factor. */
    isSetUp: z.boolean(),
    /** Time of the last request. Null without a session. */
    seenAt: z.string().nullable(),
    isDisabled: z.boolean(),
  })
  .openapi('TeamMember');
export type TeamMember = z.infer<typeof TeamMember>;

export const Team = z.object({ members: z.array(TeamMember) }).openapi('Team');

export const NewMember = z
  .strictObject({ email: Email, name: name.default(''), role: z.enum(roles, 'Please choose a role.') })
  .openapi('NewMember');
export type NewMember = z.infer<typeof NewMember>;

/** Fields to change. A missing field keeps its value. */
export const MemberChange = z
  .strictObject({
    name: name.optional(),
    role: z.enum(roles, 'Please choose a role.').optional(),
    isDisabled: z.boolean('Please choose yes or no.').optional(),
  })
  .openapi('MemberChange');
export type MemberChange = z.infer<typeof MemberChange>;

export const NoSuchMember = problem('no-such-member', 404, 'This staff member does not exist.');
export const AlreadyMember = problem(
  'already-a-member',
  409,
  'A staff member already has this email address.',
);
export const LastOwner = problem(
  'last-owner',
  409,
  'The shop needs an owner. Please make another staff member an owner first.',
);
