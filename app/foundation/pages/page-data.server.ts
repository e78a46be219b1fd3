/** Returns one inline script with all loader data. React Router itself writes a separate script for each part of the data. */
export async function pageDataScript(stream: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of stream) text += decoder.decode(part, { stream: true });
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue(${quote(text)});${controller}.close();</script>`;
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
 * Returns a JavaScript string literal that is safe in HTML. It has single quotes, because the data contains many double quotes
 * that would need escapes.
 */
function quote(text: string): string {
  return `'${text.replace(/[\\'\n\r<\u2028\u2029]/g, (character) => escapes[character] ?? character)}'`;
}
