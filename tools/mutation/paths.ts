import path from 'node:path';

/** The repository, or the copy of it that a mutant lives in. */
export const root = path.join(import.meta.dirname, '..', '..');

/** All that mutation testing leaves behind; git, the linter and the test runner look past it. */
export const workFolder = path.join(root, '.mutation');
/** One result of Stryker for each mutated file: what was found is not tried again. */
export const resultsFolder = path.join(workFolder, 'results');
/** Where Stryker puts the instrumented copies of the repository. */
export const sandboxFolder = '.mutation/sandbox';
/** The variable that names the folder of the prepared database. */
export const databaseVariable = 'MUTATION_DATABASE';
