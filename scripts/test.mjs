/**
 * `npm test`: the one gate. From a bare checkout on any Node from 20 it installs, builds, checks, and runs every
 * test; its last line is `N passed, N failed`. It is red when anything failed, and when some step ran nothing.
 */
import { runChecks } from './check.mjs';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import {
  hasEngines,
  installBrowsers,
  missingEngines,
  runEngines,
  runPlaywright,
  runVitest,
  startRun,
} from './test-steps.mjs';

const { stage, step, fail, end } = startRun();

try {
  stage('install', ensureInstalled);
  // A stage of its own: on a new machine it takes as long as the system's package server does.
  stage('browsers', installBrowsers);
  stage('build', ensureBuilt);
  step('checks', runChecks);
  step('tests', runVitest);
  step('end-to-end tests', runPlaywright);
  if (hasEngines()) step('engines', runEngines);
} catch (error) {
  fail(error);
}
end({ missing: missingEngines() });
