import type { TestProject } from 'vitest/node';
import { databaseVariable } from './paths.ts';

/** Lets the tests copy the database that `seedDatabase` prepared: each mutant's run would need its own otherwise. */
export default function provideDatabase(project: TestProject) {
  const folder = process.env[databaseVariable];
  if (!folder) throw new Error(`${databaseVariable} must name a prepared database.`);
  project.provide('seededWorld', { engine: 'embedded', folder });
}
