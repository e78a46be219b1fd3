/**
 * Finds the browsers of the end-to-end tests and can install them: with apt-get as root on Debian, and Chromium elsewhere with Playwright.
 * Alone (`node scripts/browsers.ts`) it installs what is missing and prints one line for each engine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

/** Where the programs of an engine are, by their role, or what is missing. */
export type FoundEngine =
  | { engine: Engine; programs: Record<string, string>; reason?: undefined }
  | { engine: Engine; reason: string; programs?: undefined };

/** `package`: Debian's. */
type Program = { role: string; package: string; find: () => string | undefined };

/** Chromium without a window: it renders pages in two thirds of the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell';
/** The faces that stand in for the shop's own until those have loaded: with others, text moves when they come. */
const fonts = '/usr/share/fonts/truetype/liberation';

const first = (...places: (string | undefined)[]) => places.find((place) => place && existsSync(place));
const firstOf = (...patterns: string[]) => globSync(patterns)[0];

/** Returns the path of a Chromium: the one that CHROMIUM names, the machine's, or Playwright's own; undefined if there is none. */
export const findChromium = () =>
  first(
    process.env.CHROMIUM,
    headlessShell,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  );
const findFirefox = () =>
  first(
    process.env.FIREFOX,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  );
const findDriver = () => first(process.env.WEBKIT, '/usr/bin/WebKitWebDriver');
/** The driver starts it by itself; it comes with the library that the driver's package needs. */
const findMiniBrowser = () =>
  firstOf('/usr/lib/*/webkit2gtk-4.*/MiniBrowser', '/usr/libexec/webkit2gtk-4.*/MiniBrowser');

const programsOf: Record<Engine, Program[]> = {
  chromium: [{ role: 'browser', package: 'chromium', find: findChromium }],
  firefox: [{ role: 'browser', package: 'firefox-esr', find: findFirefox }],
  webkit: [
    { role: 'driver', package: 'webkit2gtk-driver', find: findDriver },
    { role: 'browser', package: 'webkit2gtk-driver', find: findMiniBrowser },
    { role: 'screen', package: 'xvfb', find: () => first(process.env.XVFB, '/usr/bin/Xvfb') },
  ],
};

/** Returns where the programs of an engine are, or which packages are missing. */
export function findEngine(engine: Engine): FoundEngine {
  const found = programsOf[engine].map((program) => ({ ...program, place: program.find() }));
  const missing = new Set(found.flatMap((program) => (program.place ? [] : [program.package])));
  if (missing.size === 0)
    return { engine, programs: Object.fromEntries(found.map(({ role, place = '' }) => [role, place])) };
  const names = [...missing].join(' and ');
  return { engine, reason: `Debian's ${names} ${missing.size > 1 ? 'are' : 'is'} not installed` };
}

/** The engines that cannot run here, and why. */
export function missingEngines(): { engine: Engine; reason: string }[] {
  return engines.map(findEngine).flatMap(({ engine, reason }) => (reason ? [{ engine, reason }] : []));
}

/**
 * Installs the browsers that are missing, where that is possible. A failure shows in what is missing afterwards, so
 * only the output of the installers matters here.
 */
export function installBrowsers(): void {
  const programs = Object.values(programsOf).flat();
  const missing = new Set(programs.filter(({ find }) => !find()).map((program) => program.package));
  if (process.env.CHROMIUM === undefined && !existsSync(headlessShell))
    missing.add('chromium-headless-shell');
  if (!existsSync(fonts)) missing.add('fonts-liberation');
  if (missing.size === 0) return;
  const hasApt = existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');
  if (process.getuid?.() === 0 && hasApt) installPackages([...missing]);
  else if (!findChromium()) {
    process.stdout.write('Installing Chromium for the browser tests. This happens once.\n');
    const playwright = path.resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
    spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit' });
  }
}

/** Installs those of the packages that this release of Debian has, in one call. */
function installPackages(packages: readonly string[]): void {
  process.stdout.write('Installing browsers for the end-to-end tests. This happens once.\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { stdio: 'inherit', env });
  apt('update');
  const present = packages.filter((name) => spawnSync('apt-cache', ['show', name]).status === 0);
  if (present.length > 0) apt('install', '-y', '--no-install-recommends', ...present);
}

/** Returns the path of a Chromium, installing one if there is none. Throws an Error if that fails. */
export function ensureChromium(): string {
  if (!findChromium()) installBrowsers();
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'The browser tests need Chromium, and it could not be installed here. ' +
      'Install it by hand, or set CHROMIUM to the path of one.',
  );
}

if (import.meta.main) {
  if (process.argv.includes('--missing')) process.stdout.write(JSON.stringify(missingEngines()));
  else if (process.argv.includes('--chromium')) {
    try {
      ensureChromium();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
    }
  } else {
    installBrowsers();
    for (const { engine, programs, reason } of engines.map(findEngine)) {
      const text = programs ? Object.values(programs).join(', ') : `missing: ${reason}`;
      process.stdout.write(`${engine}: ${text}\n`);
    }
  }
}
