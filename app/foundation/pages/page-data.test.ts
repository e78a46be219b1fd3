import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { pageDataScript } from './page-data.server.ts';

/** What the browser is handed by the script, piece by piece, and then `'closed'`. */
async function handedOver(...parts: string[]): Promise<{ html: string; got: unknown }> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const html = await pageDataScript(stream, 'mark');
  const script = /^<script nonce="mark">(.*)<\/script>$/s.exec(html)?.[1] ?? '';
  const got: unknown[] = [];
  const streamController = { enqueue: (text: string) => got.push(text), close: () => got.push('closed') };
  runInNewContext(script, { window: { __reactRouterContext: { streamController } } });
  return { html, got };
}

it('the browser is handed what the loaders have found, and told that it is all', async () => {
  const { got } = await handedOver('[{"_1":2},"root"', ',"ताना"]\n');
  expect(got).toEqual(['[{"_1":2},"root","ताना"]\n', 'closed']);
});

it.each([
  `she said 'so', "so" and \`so\``,
  'a\\b\\\\c\\n',
  'one\r\ntwo\u2028three\u2029four',
  '</script><script>alert(1)</script>',
  '<!-- <script>',
])('somebody’s words come out as they went in, and end no script: %s', async (text) => {
  const { html, got } = await handedOver(text);
  expect(got).toEqual([text, 'closed']);
  expect(html.slice(1, -'</script>'.length)).not.toContain('<');
});
