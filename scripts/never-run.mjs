/** Finds the tests that every project of a run skipped: the counts do not show that such a test proves nothing. */

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
