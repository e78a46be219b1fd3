import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { finishPage } from '../http/security-headers.server.ts';

const nonce = '0b0e6c5e';
const nonceAttribute = `nonce="${nonce}"`;
const image = '<img src="/uploads/a.jpg" alt="" fetchPriority="high"/>';
const preload = `<link rel="modulepreload" href="/assets/root.js" ${nonceAttribute}/>`;
const moduleText = 'import * as route0 from "/assets/root.js";import("/assets/entry.js");';
const script = `<script ${nonceAttribute} type="module" async="">${moduleText}</script>`;
const enqueue = `<script ${nonceAttribute}>enqueue("</script>".length)</script>`;

const render = (html: string) => finishPage(html, nonce);
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('defers module scripts and preloads if the page has an image with `fetchPriority="high"`, and lists the scripts’ hashes in the policy', () => {
  const { html, policy } = render(`${preload}${image}${script}`);
  expect(html).not.toMatch(/modulepreload"|type="module"/);
  expect(html).toContain('<link rel="later" href="/assets/root.js"/>');
  expect(html).toContain(`<script type="text/later">${moduleText}</script>`);
  const [, starter = ''] = /<\/script><script>([\s\S]*?)<\/script>$/.exec(html) ?? [];
  expect(starter).toContain('text/later');
  expect(policy).toContain(hashOf(moduleText));
  expect(policy).toContain(hashOf(starter));
});

it('does not change the HTML after the deferred script', () => {
  const { html } = render(`${image}${script}${enqueue}<p>modulepreload</p>`);
  expect(html.endsWith(`${enqueue.replace(` ${nonceAttribute}`, '')}<p>modulepreload</p>`)).toBe(true);
});

it('defers neither an injected script nor a script of a page without an image with `fetchPriority="high"`', () => {
  const injected = `${image}<script type="module" async="">bad()</script>`;
  expect(render(injected).html).toBe(injected);
  const { html } = render(`${preload}<img src="/uploads/a.jpg" alt=""/>${script}`);
  expect(html).toBe(
    `<link rel="modulepreload" href="/assets/root.js"/><img src="/uploads/a.jpg" alt=""/><script type="module" async="">${moduleText}</script>`,
  );
});
