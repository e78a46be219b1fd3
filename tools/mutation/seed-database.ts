import { seedEmbedded } from '../../tests/engine/seed-embedded.ts';

/** Seeds an embedded database from the code as it is, runs `work` with its folder, and removes it. */
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
