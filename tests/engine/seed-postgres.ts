import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../app/foundation/database/database.server.ts';
import { seedShop } from '../../seeds/seed.server.ts';
import { shopWithFixtures } from '../fixtures/shop.ts';
import { migrations, runStatement } from './databases.ts';
import { startPostgres } from './postgres-server.ts';
import { removeStaleTempFolders } from './temp-folder.ts';

/** Starts PostgreSQL and plants the named world once into a template database, which every worker copies. */
export default async function seedPostgres(project: TestProject) {
  removeStaleTempFolders();
  const postgres = await startPostgres();
  const server = postgres.urlOf('postgres');
  await runStatement(server, 'create database planted');
  const database = await openPostgres(postgres.urlOf('planted'), migrations);
  await seedShop(shopWithFixtures(database.db, tmpdir()));
  await database.close();
  project.provide('seededWorld', { engine: 'postgres', server, template: 'planted' });
  return () => postgres.stop();
}
