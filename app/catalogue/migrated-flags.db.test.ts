import { sql } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createDatabase, firstMigrations } from '../../tests/engine/own-database.ts';
import { pairsOf } from '../../tests/fixtures/pairs.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';

const Flags = z.object({ id: z.string(), returnable: z.boolean(), cancellable: z.boolean() });

it.for([
  ['Suits Suits, CoOrdSets Co-Ord Sets, Sarees Sarees, Blouses Stitched Blouses', ['Suits', 'CoOrdSets']],
  ['Suits Suit cloth', []],
] as const)(
  'of the categories “%s”, the migration makes the seed’s stitched ones %j neither returnable nor cancellable [S-POL-16 S-POL-17]',
  async ([categories, stitched], { world }) => {
    const testDatabase = await createDatabase(world, false);
    onTestFinished(testDatabase.remove);
    const before = await testDatabase.open(firstMigrations(14));
    for (const [position, [id, name]] of pairsOf(categories).entries())
      await before.db.execute(
        sql`insert into categories (id, slug, name, position) values (${id}, ${id}, ${name}, ${position})`,
      );
    await before.close();
    const { db, close } = await testDatabase.open();
    const query = sql`select id, returnable, cancellable from categories order by position`;
    const rows = readRows(Flags, await db.execute(query));
    await close();
    expect(rows).toHaveLength(pairsOf(categories).length);
    expect(rows.filter(({ returnable }) => !returnable).map(({ id }) => id)).toEqual(stitched);
    expect(rows.filter(({ cancellable }) => !cancellable).map(({ id }) => id)).toEqual(stitched);
  },
);
