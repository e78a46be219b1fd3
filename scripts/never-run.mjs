/** Finds the tests of a whole run that each of its projects skipped: such a test holds nothing, and no count shows it. */
import { readFileSync } from 'node:fs';

/** @typedef {{ fullName: string, status: string }} Test */
/** @typedef {{ testResults: { name: string, assertionResults: Test[] }[] }} Report What Vitest's JSON reporter writes. */

/**
 * The tests that ran in no project, as `file: name`. One that needs another database engine is skipped in one project and
 * runs in the other.
 * @param {Report} report
 * @returns {string[]}
 */
export function listNeverRun({ testResults }) {
  /** @type {Map<string, boolean>} */
  const hasRun = new Map();
  for (const { name, assertionResults } of testResults)
    for (const { fullName, status } of assertionResults) {
      const test = `${name}: ${fullName}`;
      hasRun.set(test, hasRun.get(test) === true || status === 'passed' || status === 'failed');
    }
  return [...hasRun].flatMap(([test, ran]) => (ran ? [] : [test]));
}

/**
 * @param {string} file
 * @returns {string[]}
 */
export function readNeverRun(file) {
  return listNeverRun(JSON.parse(readFileSync(file, 'utf8')));
}
