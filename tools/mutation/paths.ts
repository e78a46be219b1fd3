import path from 'node:path';

/** Root folder of the repository, or of its copy with a mutant. */
export const root = path.join(import.meta.dirname, '..', '..');

/** Folder for all output of mutation testing. Git, the linter and the test runner ignore it. */
export const workFolder = path.join(root, '.mutation');
/** Folder of Stryker's results, one file per mutated file. */
export const resultsFolder = path.join(workFolder, 'results');
/** Folder for Stryker's instrumented copies of the repository. */
export const sandboxFolder = '.mutation/sandbox';
/** Environment variable with the folder of the prepared database. */
export const databaseVariable = 'MUTATION_DATABASE';
