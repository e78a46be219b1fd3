import { rmSync } from 'node:fs';
import { runStatement } from '../../tests/engine/databases.ts';
import { freePort, startPostgres } from '../../tests/engine/postgres-server.ts';
import { makeTempFolder } from '../../tests/engine/temp-folder.ts';
import type { ShopLocation } from '../bench/shop-under-test.ts';

/** Runs `work` with an empty data folder for a shop on the embedded database. Deletes the folder afterwards. */
export async function onEmbedded<Result>(work: (location: ShopLocation) => Promise<Result>): Promise<Result> {
  const dataDir = makeTempFolder('drill');
  try {
    return await work({ dataDir, port: await freePort() });
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/**
 * Runs `work` with an empty data folder and an empty database on a new PostgreSQL server. Deletes both afterwards.
 * `createDatabase` creates another database on the server and returns its URL.
 */
export function onPostgres<Result>(
  work: (
    location: ShopLocation & { databaseUrl: string },
    createDatabase: (name: string) => Promise<string>,
  ) => Promise<Result>,
): Promise<Result> {
  return onEmbedded(async (location) => {
    const server = await startPostgres();
    const createDatabase = async (name: string) => {
      await runStatement(server.urlOf('postgres'), `create database ${name}`);
      return server.urlOf(name);
    };
    try {
      return await work({ ...location, databaseUrl: await createDatabase('drill') }, createDatabase);
    } finally {
      await server.stop();
    }
  });
}
