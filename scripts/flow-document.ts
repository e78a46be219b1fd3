/** One hop of a flow: a file, the function in it, and how the function is entered or left. */
export type Hop = {
  line: number;
  /** As written: from app/ or from the root of the repository. */
  file: string;
  /** What stands at the top of the file; missing only for `routes.ts`. */
  name: string | undefined;
  /** The sentence after the backticks, which says how the next hop is reached where that is no import. */
  text: string;
  /** The hop that leads here; undefined at the beginning of a list. */
  from: Hop | undefined;
  /** True for a numbered item: where the flow goes on. Side calls are always imports. */
  isStep: boolean;
};

/** What a flow document holds: its hops, the files that its sentences mention, and the items that are no hops. */
export type FlowDocument = { hops: Hop[]; mentions: Mention[]; strays: number[] };

/** A file, and perhaps a name in it, that is mentioned anywhere in the document. */
export type Mention = { line: number; file: string; name: string | undefined };

const item = /^( *)(\d+\.|-) +(.*)$/;
const fileAndName = '([\\w@./+-]+\\.(?:tsx?|mjs|css|json|sql|md))(?:[ #]([A-Za-z_$][\\w$]*)(?:\\(\\))?)?';
const hopItem = new RegExp(`^\`${fileAndName}\`(.*)$`);
const mention = new RegExp(`\`${fileAndName}\``, 'g');

/**
 * Reads a flow document. Numbered items are a chain: each is reached from the one before it. Items with a dash are side
 * calls: each is reached from the item that they are indented below. An indented numbered list begins a chain there.
 */
export function readFlow(markdown: string): FlowDocument {
  const read: FlowDocument = { hops: [], mentions: [], strays: [] };
  /** The items that are open: the one before on this level, and those that it is indented below. */
  let open: { indent: number; hop: Hop }[] = [];
  let last: Hop | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1;
    for (const [, file = '', name] of text.matchAll(mention)) read.mentions.push({ line, file, name });
    const [, spaces, bullet, rest = ''] = item.exec(text) ?? [];
    if (spaces === undefined) {
      // A line that is not indented and says something ends the list.
      if (/^\S/.test(text)) [open, last] = [[], undefined];
      else if (last) last.text += ` ${text.trim()}`;
      continue;
    }
    const [, file, name, after = ''] = hopItem.exec(rest) ?? [];
    if (file === undefined) {
      read.strays.push(line);
      continue;
    }
    const indent = spaces.length;
    const before = open.find((one) => one.indent === indent && one.hop.isStep);
    const parent = open.findLast((one) => one.indent < indent);
    const isStep = bullet !== '-';
    const from = isStep ? (before ?? parent)?.hop : parent?.hop;
    const hop: Hop = { line, file, name, text: after, from, isStep };
    open = open.filter((one) => one.indent < indent);
    open.push({ indent, hop });
    read.hops.push(hop);
    last = hop;
  }
  return read;
}
