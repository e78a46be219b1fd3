import { once } from 'node:events';
import path from 'node:path';
import { spawnChild } from '../../tests/engine/child-process.ts';
import { openClient } from './client.ts';
import { openFastClient } from './fast-http-client.ts';
import { type LoadResult, runLoad } from './load.ts';
import { cpuMsOf } from './shop-under-test.ts';

type Load = { concurrency: number; seconds: number };

/**
 * How many requests a second a bare `node:http` server answers here and now, on this machine, to this client: what all
 * other figures are held against, so that they can be compared between machines.
 */
export function measureBaseline(load: Load): Promise<LoadResult> {
  return onTheFloor(async (url, busyMs) => {
    const client = openClient(url, load.concurrency);
    try {
      return await runLoad(load, (lane) => client.post('/', { lane, details: 'x'.repeat(300) }), busyMs);
    } finally {
      client.close();
    }
  });
}

/** The same for reading: as often as it can send `bytes` bytes. */
export function measureReadBaseline(load: Load, bytes: number): Promise<LoadResult> {
  return onTheFloor(async (url, busyMs) => {
    const getter = await openFastClient(url, load.concurrency);
    try {
      return await runLoad(load, (lane) => getter.get(lane, `/${bytes}`), busyMs);
    } finally {
      getter.close();
    }
  });
}

async function onTheFloor(
  work: (url: string, busyMs: () => number | undefined) => Promise<LoadResult>,
): Promise<LoadResult> {
  const cwd = path.join(import.meta.dirname, '..', '..');
  const server = path.join(import.meta.dirname, 'baseline-server.ts');
  const { child, stop } = spawnChild(process.execPath, [server], { cwd });
  if (!child.stdout) throw new Error('the floor has no voice');
  const [said] = await once(child.stdout, 'data');
  try {
    return await work(`http://127.0.0.1:${Number(String(said))}`, () => cpuMsOf(child.pid));
  } finally {
    await stop();
  }
}
