import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../app/foundation/database/database.server.ts';
import { seedShop } from '../../seeds/seed.server.ts';
import { shopWithFixtures } from '../fixtures/shop.ts';
import { migrations, runStatement } from './databases.ts';
import { startPostgres } from './postgres-server.ts';
import { removeStaleTempFolders } from './temp-folder.ts';

/** Starts PostgreSQL and seeds a template database once. Every test worker copies it. */
export default async function seedPostgres(project: TestProject) {
  removeStaleTempFolders();
  const postgres = await startPostgres();
  const server = postgres.urlOf('postgres');
  await runStatement(server, 'create database seeded');
  const database = await openPostgres(postgres.urlOf('seeded'), migrations);
  await seedShop(shopWithFixtures(database.db, tmpdir()));
  await database.close();
  project.provide('seededWorld', { engine: 'postgres', server, template: 'seeded' });
  return () => postgres.stop();
}
