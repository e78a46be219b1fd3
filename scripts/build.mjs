/** Builds the shop into build/: React Router's build, compressed copies of the static files, and a fingerprint of the sources. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildFingerprint, buildStamp } from './build-stamp.mjs';
import { childEnvironment, exitWithError, root } from './ensure.mjs';
import { precompress } from './precompress.mjs';

// Compute the fingerprint before the build, so that a file that changes during the build makes the build stale.
const fingerprint = buildFingerprint();
rmSync(buildStamp, { force: true });

const reactRouter = path.join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
const { status } = spawnSync(process.execPath, [reactRouter, 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: childEnvironment({ NODE_ENV: 'production' }),
});
if (status !== 0) exitWithError(new Error('The build failed. The error is printed above.'));

await precompress(path.join(root, 'build', 'client'));
writeFileSync(buildStamp, fingerprint);
