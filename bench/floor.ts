import { once } from 'node:events';
import path from 'node:path';
import { onLeash } from '../tests/leash.ts';
import { openClient } from './client.ts';
import { type Figures, loadWith } from './load.ts';

/**
 * How many requests a second a bare `node:http` server answers here and now, on this machine, to this client: what all
 * other figures are held against, so that they can be compared between machines.
 */
export async function measureFloor(load: { lanes: number; seconds: number }): Promise<Figures> {
  const cwd = path.join(import.meta.dirname, '..');
  const { child, stop } = onLeash(process.execPath, [path.join(import.meta.dirname, 'floor-server.ts')], {
    cwd,
  });
  if (!child.stdout) throw new Error('the floor has no voice');
  const [said] = await once(child.stdout, 'data');
  const client = openClient(`http://127.0.0.1:${Number(String(said))}`, load.lanes);
  try {
    return await loadWith(load, (lane) => client.post('/', { lane, details: 'x'.repeat(300) }));
  } finally {
    client.close();
    await stop();
  }
}
