import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages of Debian can be installed here without asking anyone. */
export function mayUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');
}

/**
 * Installs those of the packages that this release of Debian has, in one call. A failure shows in what is missing
 * afterwards, so only its output matters here.
 */
export function installPackages(packages: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { stdio: 'inherit', env: environment });
  apt('update');
  const present = packages.filter((name) => spawnSync('apt-cache', ['show', name]).status === 0);
  if (present.length > 0) apt('install', '-y', '--no-install-recommends', ...present);
}
