/**
 * The script that gives the browser what a page's loaders have found: React Router's `stream` of it, whole, handed over
 * as React Router's own script for each part of a stream does.
 */
export async function pageDataScript(stream: ReadableStream<Uint8Array>, mark: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of stream) text += decoder.decode(part, { stream: true });
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${mark}">${controller}.enqueue(${quoted(text)});${controller}.close();</script>`;
}

const escapes: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * A text as a string of JavaScript that can stand in HTML. In single quotes, because the data is full of double ones.
 */
function quoted(text: string): string {
  return `'${text.replace(/[\\'\n\r<\u2028\u2029]/g, (sign) => escapes[sign] ?? sign)}'`;
}
