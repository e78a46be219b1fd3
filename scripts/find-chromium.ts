/**
 * Finds the browser that the journeys run in, and can install one where there is none.
 * Alone (`node scripts/find-chromium.ts`) it installs and says where the browser is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const root = path.dirname(import.meta.dirname);

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where a Chromium is: the one that CHROMIUM names, the machine's, or Playwright's own; undefined if nowhere. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...usualPlaces, chromium.executablePath()].find(
    (place) => place && existsSync(place),
  );
}

/** Finds a Chromium, or installs one. Throws in plain words when neither works. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  process.stdout.write('Installing Chromium for the browser tests. This happens once.\n');
  if (mayUseApt()) {
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update'], quiet);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet);
  } else {
    run(process.execPath, [
      path.join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
      'install',
      'chromium',
    ]);
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'The browser tests need Chromium, and it could not be installed here. ' +
      'Install it by hand, or set CHROMIUM to the path of one.',
  );
}

function mayUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');
}

/** A failure shows in the browser's absence, so only its output matters here. */
function run(program: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
  spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
}

if (import.meta.main) {
  try {
    process.stdout.write(`${ensureChromium()}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
