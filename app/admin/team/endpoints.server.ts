import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { forFreshOwner, forOwner, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import { MemberChange, NewMember, Team, TeamMember } from './contract.ts';
import { addMember, changeMember, listTeam, resetFactor } from './team.server.ts';

const tags = ['Back office: team'];
const params = z.object({ id: z.uuid('There is nobody like that in the team.') });
const { 400: notRight, 404: notThere } = errorResponses;

function body<T>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** Who has a key to the back office. */
export const teamEndpoints = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/team',
      tags,
      summary: 'Everybody who has or had a key',
      ...forOwner,
      responses: { 200: respond('The team', Team), ...staffErrorResponses },
    }),
    async (c) => c.json({ members: await listTeam(c.get('shop')) }, 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/team',
      tags,
      summary: 'Gives somebody a key',
      ...forFreshOwner,
      request: { body: body(NewMember) },
      responses: {
        200: respond('Who is new', TeamMember),
        400: notRight,
        409: { ...notRight, description: 'Somebody has this address already.' },
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await addMember(c.get('shop'), c.get('staff'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/team/{id}',
      tags,
      summary: 'Changes a name or a role, or takes the key away',
      ...forFreshOwner,
      request: { params, body: body(MemberChange) },
      responses: {
        200: respond('As they are now', TeamMember),
        400: notRight,
        404: notThere,
        409: { ...notRight, description: 'The shop would be without an owner.' },
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await changeMember(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/team/{id}/reset-factor',
      tags,
      summary: 'Forgets a second factor; they set up a new one when they come',
      ...forFreshOwner,
      request: { params },
      responses: {
        200: respond('As they are now', TeamMember),
        400: notRight,
        404: notThere,
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await resetFactor(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  );
