/** Builds the shop into build/: React Router, then the compressed copies, then the stamp that says what went in. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildFingerprint, buildStamp } from './build-stamp.mjs';
import { childEnvironment, exitWithError, root } from './ensure.mjs';
import { precompress } from './precompress.mjs';

// Taken before the build: a file that changes meanwhile makes this build stale, as it should.
const fingerprint = buildFingerprint();
rmSync(buildStamp, { force: true });

const reactRouter = path.join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
const { status } = spawnSync(process.execPath, [reactRouter, 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: childEnvironment({ NODE_ENV: 'production' }),
});
if (status !== 0)
  exitWithError(new Error('React Router could not build the shop. What went wrong is printed above.'));

await precompress(path.join(root, 'build', 'client'));
writeFileSync(buildStamp, fingerprint);
