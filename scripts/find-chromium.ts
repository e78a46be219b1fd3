/**
 * Finds the browser that the end-to-end tests run in, and can install one where there is none.
 * Alone (`node scripts/find-chromium.ts`) it installs and says where the browser is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { installPackages, mayUseApt } from './apt.ts';

const root = path.dirname(import.meta.dirname);

/** Chromium without a window, a package of its own: it draws pages in two thirds of the processor's time. */
const shellPackage = 'chromium-headless-shell';
const headlessShell = `/usr/bin/${shellPackage}`;

const usualPlaces = [
  headlessShell,
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

/**
 * Finds a Chromium, or installs one; the headless shell where Debian offers it, also beside a whole browser. Throws in
 * plain words when neither works.
 */
export function ensureChromium(): string {
  const found = findChromium();
  const isBest = process.env.CHROMIUM !== undefined || existsSync(headlessShell);
  if (found && (isBest || !mayUseApt() || !isShellOffered())) return found;
  process.stdout.write('Installing Chromium for the browser tests. This happens once.\n');
  if (mayUseApt()) {
    installPackages([shellPackage]);
    if (!findChromium()) installPackages(['chromium']);
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

/** Whether the lists that apt has here name the package. */
function isShellOffered(): boolean {
  return spawnSync('apt-cache', ['show', shellPackage]).status === 0;
}

/** A failure shows in the browser's absence, so only its output matters here. */
function run(program: string, args: string[]) {
  spawnSync(program, args, { cwd: root, stdio: 'inherit' });
}

if (import.meta.main) {
  try {
    process.stdout.write(`${ensureChromium()}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
