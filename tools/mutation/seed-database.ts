import { seedEmbedded } from '../../tests/engine/seed-embedded.ts';

/** Seeds an embedded database, runs `work` with the database's folder, and deletes the folder. */
export async function withSeededDatabase<T>(
  work: (folder: string) => Promise<T>,
  migrations?: string,
): Promise<T> {
  const { folder, remove } = await seedEmbedded(migrations);
  try {
    return await work(folder);
  } finally {
    remove();
  }
}
