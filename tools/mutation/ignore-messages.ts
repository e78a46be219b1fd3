/**
 * Stryker plugin that does not mutate log lines and the messages of errors, which no client receives. Stryker still mutates the
 * `throw` around a message.
 */
const messages = {
  shouldIgnore(path: object): string | undefined {
    const node = nodeOf(path);
    if (callsLog(node?.type === 'ExpressionStatement' ? node.expression : node)) return 'a line of the log';
    if (node?.type === 'NewExpression' && nameOf(node.callee)?.endsWith('Error')) return 'an error message';
    return undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'messages', value: messages }];

type Node = { type: string; [part: string]: unknown };

const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string';

function nodeOf(path: object): Node | undefined {
  return 'node' in path && isNode(path.node) ? path.node : undefined;
}

function nameOf(part: unknown): string | undefined {
  return isNode(part) && typeof part.name === 'string' ? part.name : undefined;
}

/** True for a call of a log method, such as `log.warn(…)` or `shop.log.error(…)`. */
function callsLog(node: unknown): boolean {
  if (!isNode(node) || node.type !== 'CallExpression' || !isNode(node.callee)) return false;
  const { type, object } = node.callee;
  if (type !== 'MemberExpression') return false;
  return nameOf(object) === 'log' || (isNode(object) && nameOf(object.property) === 'log');
}
