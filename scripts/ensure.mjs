/**
 * Installs the packages and builds the shop, unless both are up to date. Runs before anything is installed and on any Node from
 * 20, so it imports only Node's own modules.
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

/** The package with the pinned Node for this system. package.json lists the packages of all systems in the registry. */
const nodePackage = path.join(
  modules,
  `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
);
const ownNode = path.join(nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Path of the Node that runs the shop. It is a package locked by its hash, so every machine runs the same version. A system
 * without such a package uses the Node that runs this script. `ensureInstalled` rejects a version that is too old.
 */
export const pinnedNode = hasOwnNode() ? ownNode : process.execPath;

function hasOwnNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return path.basename(nodePackage) in optionalDependencies;
}

const minNodeMajor = 24;

/**
 * Returns the environment of a child process. PATH starts with the programs of the packages and the pinned Node.
 * @param {NodeJS.ProcessEnv} more
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(more = {}) {
  const programs = [path.join(modules, '.bin'), path.dirname(pinnedNode)].join(path.delimiter);
  return { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH ?? ''}`, ...more };
}

/**
 * Prints a line to standard output.
 * @param {string} text
 */
export function print(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a program to its end and shows the elapsed seconds in one line. Prints the program's output only if it fails.
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
  throw new Error(error ? `${failure}: ${error.message}` : `${failure}. The error is printed above.`);
}

/**
 * Prints `doing…` and, on a terminal, the elapsed seconds. Returns a function that completes the line.
 * @param {string} doing
 */
function startSeconds(doing) {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  const { isTTY } = process.stdout;
  process.stdout.write(`${doing}…`);
  const isEnded = new Int32Array(new SharedArrayBuffer(4));
  // Print in another thread, because `spawnSync` blocks this one.
  const print = `const { workerData: { doing, isEnded } } = require('node:worker_threads');
    for (let n = 1; Atomics.wait(isEnded, 0, 0, 1000) === 'timed-out'; n++)
      require('node:fs').writeSync(1, '\\r' + doing + '… ' + n + ' s');`;
  if (isTTY) new Worker(print, { eval: true, workerData: { doing, isEnded } });
  return () => {
    Atomics.store(isEnded, 0, 1);
    Atomics.notify(isEnded, 0);
    process.stdout.write(`${isTTY ? `\r${doing}…` : ''} ${seconds()}\n`);
  };
}

/** Installs the packages that package-lock.json names, unless exactly these packages are installed. */
export function ensureInstalled() {
  if (pinnedNode !== ownNode && Number.parseInt(process.versions.node, 10) < minNodeMajor)
    throw new Error(
      `No package has a Node for this system (${process.platform}, ${process.arch}).\n` +
        `Please install Node ${minNodeMajor} or newer, and start again.`,
    );
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const fingerprint = createHash('sha256').update(lock).digest('hex');
  if (existsSync(pinnedNode)) {
    if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === fingerprint) return;
    if (isInstalled(lock)) {
      writeFileSync(installStamp, fingerprint);
      return;
    }
  }
  // `npm ci` refuses a lock file without the optional binaries of other systems. `npm install` also takes every version and
  // checksum from the lock file, and --no-save leaves the file unchanged. The build needs the development packages, even with
  // NODE_ENV=production.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--include=dev'];
  const { cache, remove } = writableNpmCache();
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
    remove();
  }
  if (!existsSync(pinnedNode)) {
    throw new Error(
      `The packages are installed, but there is no Node at ${pinnedNode}.\n` +
        'If npm leaves out optional packages (omit=optional), allow them and start again.\n' +
        'Otherwise npm rejected a file whose checksum differs from package-lock.json: see the log of npm.',
    );
  }
  writeFileSync(installStamp, fingerprint);
}

/**
 * True if `npm ci` or `npm install` has already installed the packages of the lock file.
 * @param {string} lock
 */
function isInstalled(lock) {
  const record = path.join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  /** @typedef {{ integrity?: string, optional?: boolean }} LockedPackage */
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(lock);
  const { '': _shop, ...expected } = packages;
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages: present } = JSON.parse(readFileSync(record, 'utf8'));
  /** @param {string} name */
  const isSame = (name) => present[name]?.integrity === expected[name]?.integrity;
  // Packages for other systems and processors are optional and not installed.
  /** @param {string} name */
  const isAbsent = (name) => expected[name]?.optional === true && !(name in present);
  return (
    Object.keys(present).every(isSame) &&
    Object.keys(expected).every((name) => isAbsent(name) || isSame(name))
  );
}

/**
 * Returns npm's cache folder, or a temporary folder if npm's is not writable. `remove` deletes the folder only if it is
 * temporary.
 */
export function writableNpmCache() {
  const cache = process.env.npm_config_cache ?? path.join(homedir(), '.npm');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return { cache, remove: () => undefined };
  } catch {
    const temporary = mkdtempSync(path.join(tmpdir(), 'tanabana-npm-'));
    return { cache: temporary, remove: () => rmSync(temporary, { recursive: true, force: true }) };
  }
}

/** Builds the shop, unless the existing build was made from exactly the current files. */
export function ensureBuilt() {
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === buildFingerprint()) return;
  runToEnd(pinnedNode, [path.join(root, 'scripts', 'build.mjs')], {
    environment: childEnvironment({ NODE_ENV: 'production' }),
    doing: 'Building the shop',
    failure: 'The shop could not be built',
  });
}

/**
 * Prints the message of an expected failure (a plain Error), or the stack of any other error. Then exits with 1.
 * @param {unknown} error
 * @returns {never}
 */
export function exitWithError(error) {
  process.stderr.write(`${textOf(error)}\n`);
  process.exit(1);
}

/** @param {unknown} error */
function textOf(error) {
  if (!(error instanceof Error)) return String(error);
  return Object.getPrototypeOf(error) === Error.prototype ? error.message : (error.stack ?? String(error));
}
