import { hc } from 'hono/client';
import { readAnswer } from '../../foundation/http/api-client.ts';
import { askStaff } from '../layout/authenticated-fetch.ts';
import type { OfficeQuery } from '../layout/use-admin.ts';
import type { Person } from './contract.ts';
import type { adminPeople } from './endpoints.server.ts';

export const peopleCalls = hc<typeof adminPeople>('/api', { fetch: askStaff });

export function onePerson(id: string): OfficeQuery<Person> {
  return {
    key: ['person', id],
    fetch: (signal) =>
      readAnswer(peopleCalls.admin.people[':id'].$get({ param: { id } }, { init: { signal } })),
  };
}
