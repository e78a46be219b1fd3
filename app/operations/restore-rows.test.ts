import { expect, it } from 'vitest';
import { migrationHashesIn } from './restore-rows.server.ts';

const dumped = (rows: string) => `SET client_encoding = 'UTF8';

--
-- Data for Name: __drizzle_migrations; Type: TABLE DATA; Schema: drizzle; Owner: -
--

COPY drizzle.__drizzle_migrations (id, hash, created_at) FROM stdin;
${rows}\\.


--
-- PostgreSQL database dump complete
--
`;

it('lists the migrations of a dump in the order of their ids', () => {
  const rows = '2\tbbbb\t1763800000001\n10\tcccc\t1763800000002\n1\taaaa\t1763800000000\n';
  expect(migrationHashesIn(dumped(rows))).toEqual(['aaaa', 'bbbb', 'cccc']);
});

it('lists no migrations if the dump’s table of migrations is missing or empty', () => {
  expect(migrationHashesIn('-- PostgreSQL database dump\n')).toEqual([]);
  expect(migrationHashesIn(dumped(''))).toEqual([]);
});
