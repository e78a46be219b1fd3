import type { TestProject } from 'vitest/node';
import { databaseVariable } from './paths.ts';

/** Provides the prepared database to the tests, which copy it. Otherwise the run of each mutant would seed a database. */
export default function provideDatabase(project: TestProject) {
  const folder = process.env[databaseVariable];
  if (!folder) throw new Error(`${databaseVariable} must name a prepared database.`);
  project.provide('seededWorld', { engine: 'embedded', folder });
}
