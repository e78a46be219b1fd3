/**
 * Makes a fresh checkout runnable, and does nothing at all on one that is. It runs before anything is
 * installed and on whatever Node the machine has, so it imports only what comes with Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFingerprint, buildStamp } from './build-stamp.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const installStamp = path.join(modules, '.tanabana-install');

/** The Node that the shop is written for; it comes with the packages, so every machine runs the same one. */
export const pinnedNode = path.join(
  modules,
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * The environment of a child: the programs of our packages, and the pinned Node, are found first.
 * @param {NodeJS.ProcessEnv} more
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(more = {}) {
  const programs = [path.join(modules, '.bin'), path.dirname(pinnedNode)].join(path.delimiter);
  return { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH ?? ''}`, ...more };
}

/**
 * Says one paragraph to the person at the terminal.
 * @param {string} text
 */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a program to its end with our terminal. Throws in plain words when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ environment: NodeJS.ProcessEnv, words: string }} options
 */
function runToEnd(command, args, { environment, words: text }) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment });
  if (error) throw new Error(`${text}: ${error.message}`);
  if (status !== 0) throw new Error(`${text}. What went wrong is printed above.`);
}

/** Installs the packages that package-lock.json names, unless exactly these are there. */
export function ensureInstalled() {
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const fingerprint = createHash('sha256').update(lock).digest('hex');
  if (existsSync(pinnedNode)) {
    if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === fingerprint) return;
    if (holdsEverythingIn(lock)) {
      writeFileSync(installStamp, fingerprint);
      return;
    }
  }
  say('Installing the packages. This happens once.');
  // `npm ci` refuses a lock that leaves out the optional binaries of other systems, as ours does; `install` takes
  // every version and checksum from the same lock, and --no-save leaves the lock as it is.
  // The build needs the development packages, also where the owner says NODE_ENV=production.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--include=dev'];
  const { cache, forget } = writableNpmCache();
  const environment = { ...process.env, npm_config_cache: cache };
  const npm = process.env.npm_execpath;
  const text = 'The packages could not be installed';
  try {
    if (npm) runToEnd(process.execPath, [npm, ...args], { environment, words: text });
    else runToEnd(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { environment, words: text });
  } finally {
    forget();
  }
  if (!existsSync(pinnedNode)) {
    throw new Error(
      `The packages are installed, but the shop's own Node is not at ${pinnedNode}.\n` +
        'npm was probably told not to run install scripts: allow them for the package "node" and start again.',
    );
  }
  writeFileSync(installStamp, fingerprint);
}

/**
 * True when an install of the owner's own (npm ci, npm install) already put the very same packages there.
 * @param {string} lock
 */
function holdsEverythingIn(lock) {
  const record = path.join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  /** @typedef {{ integrity?: string, optional?: boolean }} LockedPackage */
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(lock);
  const { '': _shop, ...wanted } = packages;
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages: present } = JSON.parse(readFileSync(record, 'utf8'));
  /** @param {string} place */
  const same = (place) => present[place]?.integrity === wanted[place]?.integrity;
  // Packages for other machines (another processor, another system) are optional and rightly absent.
  /** @param {string} place */
  const absent = (place) => wanted[place]?.optional === true && !(place in present);
  return (
    Object.keys(present).every(same) && Object.keys(wanted).every((place) => absent(place) || same(place))
  );
}

/** npm's cache folder, or a temporary one, removed by `forget`, where the home folder cannot be written. */
export function writableNpmCache() {
  const cache = process.env.npm_config_cache ?? path.join(homedir(), '.npm');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return { cache, forget: () => undefined };
  } catch {
    const temporary = mkdtempSync(path.join(tmpdir(), 'tanabana-npm-'));
    return { cache: temporary, forget: () => rmSync(temporary, { recursive: true, force: true }) };
  }
}

/** Builds the shop unless the build that is there was made from exactly these files. */
export function ensureBuilt() {
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === buildFingerprint()) return;
  say('Building the shop. This happens once after each change.');
  runToEnd(pinnedNode, [path.join(root, 'scripts', 'build.mjs')], {
    environment: childEnvironment({ NODE_ENV: 'production' }),
    words: 'The shop could not be built',
  });
}

/**
 * Ends the process with one calm paragraph; a bug (anything but a plain Error) keeps its stack.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  process.stderr.write(`${paragraphOf(error)}\n`);
  process.exit(1);
}

/** @param {unknown} error */
function paragraphOf(error) {
  if (!(error instanceof Error)) return String(error);
  return Object.getPrototypeOf(error) === Error.prototype ? error.message : (error.stack ?? String(error));
}
