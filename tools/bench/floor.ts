import { once } from 'node:events';
import path from 'node:path';
import { spawnChild } from '../../tests/engine/child-process.ts';
import { openClient } from './client.ts';
import { openGetter } from './getter.ts';
import { type Figures, loadWith } from './load.ts';
import { busyMsOf } from './shop-under-test.ts';

type Load = { lanes: number; seconds: number };

/**
 * How many requests a second a bare `node:http` server answers here and now, on this machine, to this client: what all
 * other figures are held against, so that they can be compared between machines.
 */
export function measureFloor(load: Load): Promise<Figures> {
  return onTheFloor(async (url, busyMs) => {
    const client = openClient(url, load.lanes);
    try {
      return await loadWith(load, (lane) => client.post('/', { lane, details: 'x'.repeat(300) }), busyMs);
    } finally {
      client.close();
    }
  });
}

/** The same for reading: as often as it can send `bytes` bytes. */
export function measureReadingFloor(load: Load, bytes: number): Promise<Figures> {
  return onTheFloor(async (url, busyMs) => {
    const getter = await openGetter(url, load.lanes);
    try {
      return await loadWith(load, (lane) => getter.get(lane, `/${bytes}`), busyMs);
    } finally {
      getter.close();
    }
  });
}

async function onTheFloor(
  work: (url: string, busyMs: () => number | undefined) => Promise<Figures>,
): Promise<Figures> {
  const cwd = path.join(import.meta.dirname, '..', '..');
  const server = path.join(import.meta.dirname, 'floor-server.ts');
  const { child, stop } = spawnChild(process.execPath, [server], { cwd });
  if (!child.stdout) throw new Error('the floor has no voice');
  const [said] = await once(child.stdout, 'data');
  try {
    return await work(`http://127.0.0.1:${Number(String(said))}`, () => busyMsOf(child.pid));
  } finally {
    await stop();
  }
}
