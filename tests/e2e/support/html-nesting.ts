/** Elements that may contain only text and inline elements. */
const inlineOnly = new Set('p span b em strong small i h1 h2 h3 h4 button label'.split(' '));
const blocks = new Set(
  `address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 header hr main nav ol p pre section
   table ul`.split(/\s+/),
);
const voids = new Set('area br col embed hr img input link meta source track wbr'.split(' '));
const tag =
  /<(script|style|textarea|title|svg)\b[^>]*>.*?<\/\1>|<!--.*?-->|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|[^">])*)>/gs;

/**
 * Finds HTML errors that a browser repairs silently. These are blocks inside elements for inline content, such as `span >
 * blockquote`, and ids that are empty, contain a space or occur twice. Expects every element to be closed, as React renders it.
 */
export function nestingFaults(html: string): string[] {
  const open: string[] = [];
  const ids = new Set<string>();
  const faults: string[] = [];
  for (const [, , end, name = '', attributes = ''] of html.matchAll(tag)) {
    if (name === '') continue;
    if (end) {
      open.length = Math.max(0, open.lastIndexOf(name));
      continue;
    }
    const outer = open.find((one) => inlineOnly.has(one));
    if (outer && blocks.has(name)) faults.push(`${outer} > ${name}`);
    const id = /\sid="([^"]*)"/.exec(attributes)?.[1];
    if (id !== undefined && (/\s|^$/.test(id) || ids.has(id))) faults.push(`id="${id}"`);
    if (id !== undefined) ids.add(id);
    if (!voids.has(name)) open.push(name);
  }
  return [...new Set(faults)];
}
