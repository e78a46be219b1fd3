import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { applyCsp } from '../http/security-headers.server.ts';

const mark = '0b0e6c5e';
const marked = `nonce="${mark}"`;
const image = '<img src="/uploads/a.jpg" alt="" fetchPriority="high"/>';
const preload = `<link rel="modulepreload" href="/assets/root.js" ${marked}/>`;
const begins = 'import * as route0 from "/assets/root.js";import("/assets/entry.js");';
const script = `<script ${marked} type="module" async="">${begins}</script>`;
const enqueue = `<script ${marked}>enqueue("</script>".length)</script>`;

const seal = (html: string) => applyCsp(html, mark, { path: '/', googleClientId: undefined });
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('where a picture is wanted first, no script is fetched before it is there', () => {
  const { html } = seal(`${preload}${image}${script}`);
  expect(html).not.toContain('modulepreload"');
  expect(html).not.toContain('type="module"');
  expect(html).toContain('<link rel="later" href="/assets/root.js"/>');
  expect(html).toContain(`<script type="text/later">${begins}</script>`);
});

it('both what waits and what begins it may run by their hashes', () => {
  const { html, policy } = seal(`${preload}${image}${script}`);
  const [, starter = ''] = /<\/script><script>([\s\S]*?)<\/script>$/.exec(html) ?? [];
  expect(starter).toContain('text/later');
  expect(policy).toContain(hashOf(begins));
  expect(policy).toContain(hashOf(starter));
});

it('what a page says after its script stays where it is', () => {
  const { html } = seal(`${image}${script}${enqueue}<p>modulepreload</p>`);
  expect(html.endsWith(`${enqueue.replace(` ${marked}`, '')}<p>modulepreload</p>`)).toBe(true);
});

it('a page without such a picture begins at once', () => {
  const { html } = seal(`${preload}<img src="/uploads/a.jpg" alt=""/>${script}`);
  expect(html).toBe(
    `<link rel="modulepreload" href="/assets/root.js"/><img src="/uploads/a.jpg" alt=""/><script type="module" async="">${begins}</script>`,
  );
});

it('a script that came in with somebody’s words is not begun', () => {
  const html = `${image}<script type="module" async="">bad()</script>`;
  expect(seal(html).html).toBe(html);
});
