/**
 * Finds the browser engines that the end-to-end tests run in, and can install them on Debian.
 * Alone (`node scripts/find-browsers.ts`) it installs what is missing and writes one line for each engine.
 */
import { existsSync, globSync } from 'node:fs';
import { installPackages, mayUseApt } from './apt.ts';
import { findChromium } from './find-chromium.ts';

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

/** Where an engine's programs are, by their role, or what is missing. */
export type FoundEngine =
  | { engine: Engine; programs: Record<string, string>; reason?: undefined }
  | { engine: Engine; reason: string; programs?: undefined };

type Program = {
  role: string;
  /** Debian's package. */
  package: string;
  find: () => string | undefined;
};

const first = (...places: (string | undefined)[]) => places.find((place) => place && existsSync(place));

const programsOf: Record<Engine, Program[]> = {
  chromium: [{ role: 'browser', package: 'chromium', find: findChromium }],
  firefox: [
    {
      role: 'browser',
      package: 'firefox-esr',
      find: () =>
        first(
          process.env.FIREFOX,
          '/usr/bin/firefox-esr',
          '/usr/bin/firefox',
          '/Applications/Firefox.app/Contents/MacOS/firefox',
        ),
    },
  ],
  webkit: [
    {
      role: 'driver',
      package: 'webkit2gtk-driver',
      find: () => first(process.env.WEBKIT, '/usr/bin/WebKitWebDriver'),
    },
    {
      // The driver starts it by itself; it comes with the library that the driver's package needs.
      role: 'browser',
      package: 'webkit2gtk-driver',
      find: () =>
        globSync(['/usr/lib/*/webkit2gtk-4.*/MiniBrowser', '/usr/libexec/webkit2gtk-4.*/MiniBrowser'])[0],
    },
    { role: 'screen', package: 'xvfb', find: () => first(process.env.XVFB, '/usr/bin/Xvfb') },
  ],
};

/** Where the programs of an engine are, or which packages are missing. */
export function findEngine(engine: Engine): FoundEngine {
  const programs: Record<string, string> = {};
  const missing = new Set<string>();
  for (const { role, package: name, find } of programsOf[engine]) {
    const place = find();
    if (place) programs[role] = place;
    else missing.add(name);
  }
  if (missing.size === 0) return { engine, programs };
  const names = [...missing].join(' and ');
  return { engine, reason: `Debian's ${names} ${missing.size > 1 ? 'are' : 'is'} not installed` };
}

/** The engines that cannot run here, and why. */
export function missingEngines(): { engine: Engine; reason: string }[] {
  return engines.map(findEngine).flatMap(({ engine, reason }) => (reason ? [{ engine, reason }] : []));
}

/** Installs what is missing, where that is possible: as root on Debian, in one call of apt-get. */
export function ensureEngines(): FoundEngine[] {
  const missing = Object.values(programsOf)
    .flat()
    .filter(({ find }) => !find())
    .map(({ package: name }) => name);
  // Playwright's stories run in it: it starts faster than the whole browser.
  if (!existsSync('/usr/bin/chromium-headless-shell')) missing.push('chromium-headless-shell');
  // The faces that stand in for ours until they have loaded: with others, text moves when ours come.
  if (!existsSync('/usr/share/fonts/truetype/liberation')) missing.push('fonts-liberation');
  if (missing.length > 0 && mayUseApt()) {
    process.stdout.write('Installing browsers for the end-to-end tests. This happens once.\n');
    installPackages([...new Set(missing)]);
  }
  return engines.map(findEngine);
}

if (import.meta.main) {
  for (const { engine, programs, reason } of ensureEngines()) {
    const text = programs ? Object.values(programs).join(', ') : `missing: ${reason}`;
    process.stdout.write(`${engine}: ${text}\n`);
  }
}
