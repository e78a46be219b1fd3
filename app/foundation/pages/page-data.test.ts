import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { pageDataScript } from './page-data.server.ts';

/**
 * Runs the script that is rendered for a stream with these parts. Returns the HTML of the script and the texts that the script
 * enqueues. The last text is `'closed'`.
 */
async function runScript(...parts: string[]): Promise<{ html: string; enqueued: unknown }> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const html = await pageDataScript(stream, 'mark');
  const script = /^<script nonce="mark">(.*)<\/script>$/s.exec(html)?.[1] ?? '';
  const enqueued: unknown[] = [];
  const streamController = {
    enqueue: (text: string) => enqueued.push(text),
    close: () => enqueued.push('closed'),
  };
  runInNewContext(script, { window: { __reactRouterContext: { streamController } } });
  return { html, enqueued };
}

it.each([
  ['[{"_1":2},"root"', ',"ताना"]\n'],
  [`she said 'so', "so" and \`so\``],
  ['a\\b\\\\c\\n'],
  ['one\r\ntwo\u2028three\u2029four'],
  ['</script><script>alert(1)</script>'],
  ['<!-- <script>'],
])(
  'escapes "<" in a script that enqueues the text %j unchanged and then closes the stream',
  async (...parts) => {
    const { html, enqueued } = await runScript(...parts);
    expect(enqueued).toEqual([parts.join(''), 'closed']);
    expect(html.slice(1, -'</script>'.length)).not.toContain('<');
  },
);
