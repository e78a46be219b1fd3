/**
 * Finds and installs the browsers of the end-to-end tests. Uses apt-get as root on Debian. Elsewhere installs only Chromium, with
 * Playwright. `node scripts/browsers.ts` installs missing browsers and prints one line for each engine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

/** The paths of an engine's programs by role, or the reason why it cannot run. */
export type FoundEngine =
  | { engine: Engine; programs: Record<string, string>; reason?: undefined }
  | { engine: Engine; reason: string; programs?: undefined };

/** A program of an engine. `package` is the name of its Debian package. */
type Program = { role: string; package: string; find: () => string | undefined };

/** Chromium without a user interface. To render pages, it needs two thirds of the CPU time of the full Chromium. */
const headlessShell = '/usr/bin/chromium-headless-shell';
/**
 * Fallback fonts until the shop's fonts have loaded. Other fallback fonts would shift the text when the shop's fonts replace
 * them.
 */
const fonts = '/usr/share/fonts/truetype/liberation';

const firstExisting = (...files: (string | undefined)[]) => files.find((file) => file && existsSync(file));

/**
 * Finds a Chromium: the path in the environment variable CHROMIUM, an installed one, or Playwright's. Returns undefined if there
 * is none.
 */
export const findChromium = () =>
  firstExisting(
    process.env.CHROMIUM,
    headlessShell,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  );
const findFirefox = () =>
  firstExisting(
    process.env.FIREFOX,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  );
const findDriver = () => firstExisting(process.env.WEBKIT, '/usr/bin/WebKitWebDriver');
/** Path of the browser that the driver starts. The browser is in the library on which the driver's package depends. */
const findMiniBrowser = () =>
  globSync(['/usr/lib/*/webkit2gtk-4.*/MiniBrowser', '/usr/libexec/webkit2gtk-4.*/MiniBrowser'])[0];

const programsOf: Record<Engine, Program[]> = {
  chromium: [{ role: 'browser', package: 'chromium', find: findChromium }],
  firefox: [{ role: 'browser', package: 'firefox-esr', find: findFirefox }],
  webkit: [
    { role: 'driver', package: 'webkit2gtk-driver', find: findDriver },
    { role: 'browser', package: 'webkit2gtk-driver', find: findMiniBrowser },
    { role: 'screen', package: 'xvfb', find: () => firstExisting(process.env.XVFB, '/usr/bin/Xvfb') },
  ],
};

/** Finds the programs of an engine. Lists the missing packages if a program is missing. */
export function findEngine(engine: Engine): FoundEngine {
  const found = programsOf[engine].map((program) => ({ ...program, file: program.find() }));
  const missing = new Set(found.flatMap((program) => (program.file ? [] : [program.package])));
  if (missing.size === 0)
    return { engine, programs: Object.fromEntries(found.map(({ role, file = '' }) => [role, file])) };
  const names = [...missing].join(', ');
  return { engine, reason: `not installed: ${names}` };
}

/** Lists the engines that cannot run on this machine, with the reasons. */
export function missingEngines(): { engine: Engine; reason: string }[] {
  return engines.map(findEngine).flatMap(({ engine, reason }) => (reason ? [{ engine, reason }] : []));
}

/** Installs missing browsers if possible. Reports no failure. {@link missingEngines} lists the engines that are still missing. */
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
    process.stdout.write('Installing Chromium for the end-to-end tests. This happens once.\n');
    const playwright = path.resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
    spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit' });
  }
}

/** Installs those packages that exist in this release of Debian. */
function installPackages(packages: readonly string[]): void {
  process.stdout.write('Installing browsers for the end-to-end tests. This happens once.\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { stdio: 'inherit', env });
  apt('update');
  const available = packages.filter((name) => spawnSync('apt-cache', ['show', name]).status === 0);
  if (available.length > 0) apt('install', '-y', '--no-install-recommends', ...available);
}

/** Returns the path of a Chromium. Installs one if there is none. @throws Error if the installation fails */
export function ensureChromium(): string {
  if (!findChromium()) installBrowsers();
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'The end-to-end tests need Chromium, and its installation failed. Install it, or set CHROMIUM to its path.',
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
      const text = programs ? Object.values(programs).join(', ') : reason;
      process.stdout.write(`${engine}: ${text}\n`);
    }
  }
}
