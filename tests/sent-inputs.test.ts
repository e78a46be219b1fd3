/**
 * Compares the types of the screens' requests with the contracts. TypeScript accepts unknown keys in an object from a variable,
 * so a renamed local variable could change a request unnoticed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
import { API, type Checker, type Type } from 'typescript/unstable/sync';
import { expect, it } from 'vitest';

type Expression = Parameters<Checker['getContextualType']>[0];
type Node = Expression['parent'];

const root = path.resolve(import.meta.dirname, '..');
const methods = ['$get', '$post', '$put', '$delete'];

/** Lists the arguments of the requests that `file` sends through a typed client. */
function sentInputs(file: Node): Expression[] {
  const found: Expression[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const [input] = node.arguments;
      if (methods.includes(node.expression.name.text) && input) found.push(input);
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Lists the keys of `sent` that are not in `known`, as paths such as `json.text`. */
function unknownKeys(checker: Checker, sent: Type, known: Type, prefix = '', depth = 0): string[] {
  if (depth > 6) return [];
  if (sent.isUnionType())
    return sent.getTypes().flatMap((one) => unknownKeys(checker, one, known, prefix, depth));
  const items = itemOf(checker, sent);
  if (items) {
    const knownItem = partsOf(known)
      .map((one) => itemOf(checker, one))
      .find((one) => one);
    return knownItem ? unknownKeys(checker, items, knownItem, `${prefix}[]`, depth + 1) : [];
  }
  if (!sent.isObjectType() && !sent.isIntersectionType()) return [];
  const objects = partsOf(known);
  if (objects.some((one) => checker.getIndexInfosOfType(one).length > 0)) return [];
  return checker.getPropertiesOfType(sent).flatMap((property) => {
    const name = prefix ? `${prefix}.${property.name}` : property.name;
    const propertyType = checker.getTypeOfSymbol(property);
    const candidates = objects.flatMap((one) => checker.getPropertyOfType(one, property.name) ?? []);
    if (candidates.length === 0) return [name];
    const unknown = candidates.map((one) => {
      const type = checker.getTypeOfSymbol(one);
      return propertyType && type ? unknownKeys(checker, propertyType, type, name, depth + 1) : [];
    });
    return unknown.toSorted((one, other) => one.length - other.length)[0] ?? [];
  });
}

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

/** Returns the type of an array's items, or undefined for other types. */
function itemOf(checker: Checker, type: Type): Type | undefined {
  if (!type.isTypeReference()) return undefined;
  const name = type.getTarget().getSymbol()?.name;
  return name === 'Array' || name === 'ReadonlyArray' ? checker.getTypeArguments(type)[0] : undefined;
}

it('the requests of all screens send only keys that their endpoints know', () => {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [path.join(root, 'tsconfig.json')] }).getProjects();
    if (!project) throw new Error('tsconfig.json opens no project');
    const { checker, program } = project;
    const files = program
      .getSourceFileNames()
      .filter((file) => file.startsWith(`${root}/app/`) && !/\.test\.tsx?$/.test(file))
      .filter((file) => /\.\$(get|post|put|delete)\(/.test(readFileSync(file, 'utf8')));
    const requests = files.flatMap((file) => {
      const source = program.getSourceFile(file);
      return source ? sentInputs(source).map((input) => ({ file, input })) : [];
    });
    const wrong = requests.flatMap(({ file, input }) => {
      const [sent, known] = [checker.getTypeAtLocation(input), checker.getContextualType(input)];
      if (!sent || !known) throw new Error(`no type for a request of ${file}`);
      return unknownKeys(checker, sent, known).map((key) => `${path.relative(root, file)}: ${key}`);
    });
    expect(wrong).toEqual([]);
    // Check that the test has found and compared requests.
    expect(requests.length).toBeGreaterThan(80);
  } finally {
    api.close();
  }
});
