import { once } from 'node:events';
import path from 'node:path';
import { spawnChild } from '../../tests/engine/child-process.ts';
import { openClient } from './client.ts';
import { openFastClient } from './fast-http-client.ts';
import { type LoadResult, runLoad } from './load.ts';
import { cpuMsOf } from './shop-under-test.ts';

type Load = { concurrency: number; seconds: number };

/**
 * Measures a bare `node:http` server with the same client on this machine. The other results are divided by this result, so that
 * they can be compared between machines.
 */
export function measureBaseline(load: Load): Promise<LoadResult> {
  return withBaselineServer(async (url, cpuMs) => {
    const client = openClient(url, load.concurrency);
    try {
      return await runLoad(load, (lane) => client.post('/', { lane, details: 'x'.repeat(300) }), cpuMs);
    } finally {
      client.close();
    }
  });
}

/** Measures reads of the bare server with a response of `bytes` bytes. */
export function measureReadBaseline(load: Load, bytes: number): Promise<LoadResult> {
  return withBaselineServer(async (url, cpuMs) => {
    const client = await openFastClient(url, load.concurrency);
    try {
      return await runLoad(load, (lane) => client.get(lane, `/${bytes}`), cpuMs);
    } finally {
      client.close();
    }
  });
}

async function withBaselineServer(
  work: (url: string, cpuMs: () => number | undefined) => Promise<LoadResult>,
): Promise<LoadResult> {
  const cwd = path.join(import.meta.dirname, '..', '..');
  const server = path.join(import.meta.dirname, 'baseline-server.ts');
  const { child, stop } = spawnChild(process.execPath, [server], { cwd });
  if (!child.stdout) throw new Error('The baseline server has no output.');
  const [port] = await once(child.stdout, 'data');
  try {
    return await work(`http://127.0.0.1:${Number(String(port))}`, () => cpuMsOf(child.pid));
  } finally {
    await stop();
  }
}
