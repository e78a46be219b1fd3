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
import { Worker } from 'node:worker_threads';
import { buildFingerprint, buildStamp } from './build-stamp.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const installStamp = path.join(modules, '.tanabana-install');

/** The package that has the shop's own Node for this machine; package.json lists one for each system that the registry has it for. */
const nodePackage = path.join(
  modules,
  `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
);
const ownNode = path.join(nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * The Node that the shop is written for. It comes with the packages and is locked by its hash, so every machine runs the same one. On a
 * system that has no such package it is the Node that runs this script; ensureInstalled() refuses one that is too old.
 */
export const pinnedNode = hasOwnNode() ? ownNode : process.execPath;

function hasOwnNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return path.basename(nodePackage) in optionalDependencies;
}

const oldestNode = 24;

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
export function print(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a program to its end, with one line that shows its seconds. Prints its output only if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ environment: NodeJS.ProcessEnv, doing: string, failure: string }} options
 */
function runToEnd(command, args, { environment, doing, failure }) {
  const finish = startSeconds(doing);
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  finish();
  if (status === 0) return;
  print(`${stdout ?? ''}${stderr ?? ''}`);
  throw new Error(error ? `${failure}: ${error.message}` : `${failure}. What went wrong is printed above.`);
}

/**
 * Prints `doing…` and, on a terminal, the seconds so far. Returns a function that completes the line.
 * @param {string} doing
 */
function startSeconds(doing) {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  const { isTTY } = process.stdout;
  process.stdout.write(`${doing}…`);
  const ended = new Int32Array(new SharedArrayBuffer(4));
  // A thread of its own prints, because `spawnSync` blocks this one.
  const print = `const { workerData: { doing, ended } } = require('node:worker_threads');
    for (let n = 1; Atomics.wait(ended, 0, 0, 1000) === 'timed-out'; n++)
      require('node:fs').writeSync(1, '\\r' + doing + '… ' + n + ' s');`;
  if (isTTY) new Worker(print, { eval: true, workerData: { doing, ended } });
  return () => {
    Atomics.store(ended, 0, 1);
    Atomics.notify(ended, 0);
    process.stdout.write(`${isTTY ? `\r${doing}…` : ''} ${seconds()}\n`);
  };
}

/** Installs the packages that package-lock.json names, unless exactly these are there. */
export function ensureInstalled() {
  if (pinnedNode !== ownNode && Number.parseInt(process.versions.node, 10) < oldestNode)
    throw new Error(
      `There is no package with the shop's own Node for this system (${process.platform}, ${process.arch}).\n` +
        `Please install Node ${oldestNode} or newer, and start again with that.`,
    );
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const fingerprint = createHash('sha256').update(lock).digest('hex');
  if (existsSync(pinnedNode)) {
    if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === fingerprint) return;
    if (holdsEverythingIn(lock)) {
      writeFileSync(installStamp, fingerprint);
      return;
    }
  }
  // `npm ci` refuses a lock that leaves out the optional binaries of other systems, as ours does; `install` takes
  // every version and checksum from the same lock, and --no-save leaves the lock as it is.
  // The build needs the development packages, also where the owner says NODE_ENV=production.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--include=dev'];
  const { cache, forget } = writableNpmCache();
  const npm = process.env.npm_execpath;
  const options = {
    environment: { ...process.env, npm_config_cache: cache },
    doing: 'Installing the packages',
    failure: 'The packages could not be installed',
  };
  try {
    if (npm) runToEnd(process.execPath, [npm, ...args], options);
    else runToEnd(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
  } finally {
    forget();
  }
  if (!existsSync(pinnedNode)) {
    throw new Error(
      `The packages are installed, but the shop's own Node is not at ${pinnedNode}.\n` +
        'Either npm leaves out optional packages (omit=optional): allow them and start again.\n' +
        'Or it received another file than package-lock.json names, and refused it: look into the log of npm.',
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
  runToEnd(pinnedNode, [path.join(root, 'scripts', 'build.mjs')], {
    environment: childEnvironment({ NODE_ENV: 'production' }),
    doing: 'Building the shop',
    failure: 'The shop could not be built',
  });
}

/**
 * Ends the process with one calm paragraph; a bug (anything but a plain Error) keeps its stack.
 * @param {unknown} error
 * @returns {never}
 */
export function exitWithError(error) {
  process.stderr.write(`${paragraphOf(error)}\n`);
  process.exit(1);
}

/** @param {unknown} error */
function paragraphOf(error) {
  if (!(error instanceof Error)) return String(error);
  return Object.getPrototypeOf(error) === Error.prototype ? error.message : (error.stack ?? String(error));
}
