import { sql } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createDatabase, firstMigrations } from '../../tests/engine/own-database.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';

const Flags = z.object({ id: z.string(), returnable: z.boolean(), cancellable: z.boolean() });

it('the migration makes the seed’s stitched categories neither returnable nor cancellable, and changes no others [S-POL-16 S-POL-17]', async ({
  world,
}) => {
  const testDatabase = await createDatabase(world, false);
  onTestFinished(testDatabase.remove);
  const before = await testDatabase.open(firstMigrations(14));
  const categories = [
    ['Suits', 'Suits', 'Suits'],
    ['CoOrdSets', 'CoOrdSets', 'Co-Ord Sets'],
    ['Sarees', 'Sarees', 'Sarees'],
    ['Blouses', 'Blouses', 'Stitched Blouses'],
  ];
  for (const [position, [id, slug, name]] of categories.entries())
    await before.db.execute(
      sql`insert into categories (id, slug, name, position) values (${id}, ${slug}, ${name}, ${position})`,
    );
  await before.close();

  const { db, close } = await testDatabase.open();
  const rows = readRows(
    Flags,
    await db.execute(sql`select id, returnable, cancellable from categories order by position`),
  );
  await close();
  expect(rows).toEqual([
    { id: 'Suits', returnable: false, cancellable: false },
    { id: 'CoOrdSets', returnable: false, cancellable: false },
    { id: 'Sarees', returnable: true, cancellable: true },
    { id: 'Blouses', returnable: true, cancellable: true },
  ]);
});

it('a category of the owner stays returnable, even under the id of a stitched one', async ({ world }) => {
  const testDatabase = await createDatabase(world, false);
  onTestFinished(testDatabase.remove);
  const before = await testDatabase.open(firstMigrations(14));
  await before.db.execute(
    sql`insert into categories (id, slug, name, position) values ('Suits', 'Suits', 'Suit cloth', 0)`,
  );
  await before.close();
  const { db, close } = await testDatabase.open();
  const rows = readRows(Flags, await db.execute(sql`select id, returnable, cancellable from categories`));
  await close();
  expect(rows).toEqual([{ id: 'Suits', returnable: true, cancellable: true }]);
});
