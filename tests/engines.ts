import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type OpenDatabase, openEmbedded, openPostgres } from '../shop/foundation/database.server.ts';
import { scratchFolder } from './scratch.ts';

export const migrations = path.join(import.meta.dirname, '..', 'migrations');

/** Where the planted world was left, for the workers to copy: a folder, or a server's address of a database. */
export type PlantedWorld =
  | { engine: 'embedded'; folder: string }
  | { engine: 'postgres'; server: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    plantedWorld: PlantedWorld;
  }
}

/** Opens a database of one's own with the named world in it. Closing it removes it. */
export function openCopy(world: PlantedWorld): Promise<OpenDatabase> {
  return world.engine === 'embedded' ? copyFolder(world.folder) : copyTemplate(world.server, world.template);
}

async function copyFolder(planted: string): Promise<OpenDatabase> {
  const folder = scratchFolder('world');
  cpSync(planted, folder, { recursive: true });
  const database = await openEmbedded(folder, migrations);
  return {
    ...database,
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function copyTemplate(server: string, template: string): Promise<OpenDatabase> {
  const name = `world_${randomUUID().replaceAll('-', '')}`;
  await command(server, `create database ${name} template ${template}`);
  const database = await openPostgres(new URL(name, server).href, migrations);
  return {
    ...database,
    close: async () => {
      await database.close();
      await command(server, `drop database ${name}`);
    },
  };
}

/** Runs one statement on the server itself, outside any transaction. */
export async function command(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
