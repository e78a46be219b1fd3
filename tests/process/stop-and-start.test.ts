import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { dial, type RunningShop, startShop, untilOpen } from './running-shop.ts';

function dataFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-stop-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function openShop(folder: string, more?: NodeJS.ProcessEnv): Promise<RunningShop> {
  const shop = await startShop(folder, more);
  onTestFinished(async () => {
    shop.child.kill('SIGKILL');
    await shop.ended;
  });
  return shop;
}

/** A message that is sent in two halves: the rest when `finish` is called. Resolves once the shop is reading it. */
async function halfSent(shop: RunningShop) {
  const message = JSON.stringify({ name: 'Asha', email: 'asha@example.in', message: 'Namaste' });
  const socket = await dial(shop);
  const head = [
    'POST /api/reachus/send HTTP/1.1',
    'Host: shop.test',
    'Content-Type: application/json',
    `Content-Length: ${message.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${message.slice(0, 10)}`);
  const answer = text(socket);
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { answer, finish: () => socket.write(message.slice(10)) };
}

it('a shop that is told to stop ends what is under way, takes nobody new, and ends well', {
  timeout: 60_000,
}, async () => {
  const shop = await openShop(dataFolder());
  await untilOpen(shop);
  const { answer, finish } = await halfSent(shop);

  const told = performance.now();
  shop.child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect(fetch(shop.url)).rejects.toThrow();
  expect(shop.child.exitCode).toBeNull();

  finish();
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(await shop.ended).toBe(0);
  expect(performance.now() - told).toBeLessThan(10_000);
});

it('a visitor who never ends does not keep it open', { timeout: 60_000 }, async () => {
  const shop = await openShop(dataFolder());
  await untilOpen(shop);
  const { answer } = await halfSent(shop);
  answer.catch(() => undefined);
  const told = performance.now();
  shop.child.kill('SIGTERM');
  expect(await shop.ended).toBe(0);
  expect(performance.now() - told).toBeLessThan(13_000);
});

it('a second shop on the same folder ends at once and says why', { timeout: 60_000 }, async () => {
  const folder = dataFolder();
  const first = await openShop(folder);
  await untilOpen(first);
  const second = await openShop(folder);
  expect(await second.ended).toBe(1);
  expect(second.said()).toContain(`is using ${folder}`);
  expect(second.said()).toContain('another DATA_DIR');
  expect(second.said()).not.toContain('    at ');
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

it('a killed shop opens again with what it had', { timeout: 60_000 }, async () => {
  const folder = dataFolder();
  const first = await openShop(folder);
  await untilOpen(first);
  const { answer, finish } = await halfSent(first);
  finish();
  await Promise.race([once(first.child, 'exit'), new Promise((resolve) => setTimeout(resolve, 500))]);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await answer.catch(() => '')).toContain('200 OK');
  const again = await openShop(folder);
  await untilOpen(again);
  expect((await fetch(`${again.url}/api/product/get-single/TB-SAR-001`)).status).toBe(200);
});

it('a wrong setting ends it at once, in words', { timeout: 60_000 }, async () => {
  const shop = await openShop(dataFolder(), { PORT: 'http' });
  expect(await shop.ended).toBe(1);
  expect(shop.said()).toContain('PORT should be a port number');
  expect(shop.said()).not.toContain('    at ');
});

it('a port that is taken ends it at once, in words', { timeout: 60_000 }, async () => {
  const first = await openShop(dataFolder());
  await untilOpen(first);
  const second = await openShop(dataFolder(), { PORT: String(first.port) });
  expect(await second.ended).toBe(1);
  expect(second.said()).toContain(`Another program is listening at 127.0.0.1:${first.port}.`);
});
