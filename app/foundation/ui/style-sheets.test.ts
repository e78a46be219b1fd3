import { globSync, readFileSync } from 'node:fs';
import { __unstable__loadDesignSystem as loadTailwind } from 'tailwindcss';
import { expect, it } from 'vitest';

const appFolder = new URL('../../', import.meta.url);

/** Returns the classes that a style sheet defines. Takes the first class of each selector. */
function definedClasses(css: string): string[] {
  const selectors = css.matchAll(/(?:^|[{},;])\s*\.([a-z][\w-]*)/g);
  return [...selectors].map(([, name = '']) => name);
}

const styleSheets = globSync('**/*.css', { cwd: appFolder });
/** Reads a style sheet without its comments. */
const readSheet = (file: string) =>
  readFileSync(new URL(file, appFolder), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

// If `:has()` on an ancestor styles a descendant, Chrome restyles all elements after each insertion or removal. Instead, set a
// custom property on the ancestor and read it in the descendant. Or style a sibling: `:has(…) ~ .sibling`.
it('uses no `:has()` to style a descendant in the storefront’s style sheets', () => {
  const violations = styleSheets
    .filter((file) => !file.startsWith('admin/'))
    .flatMap((file) => {
      const selectors = readSheet(file).match(/[^{};]+(?=\{)/g) ?? [];
      const matches = selectors.filter((list) =>
        /:has\((?:[^()]|\([^()]*\))*\)+[^\s,]*(?:\s+|\s*>\s*)[.#a-z*:[]/.test(list),
      );
      return matches.map((selector) => `${file}: ${selector.trim()}`);
    });
  expect(violations).toEqual([]);
});

// If a class has the name of a utility, its rules also apply to every element with that utility.
it('defines no class with the name of a Tailwind utility', async () => {
  const tailwind = await loadTailwind(readFileSync('node_modules/tailwindcss/index.css', 'utf8'));
  const clashes = styleSheets.flatMap((file) => {
    const names = definedClasses(readSheet(file));
    const utilities = tailwind.candidatesToCss(names);
    return names.filter((_, index) => utilities[index] !== null).map((name) => `${file}: .${name}`);
  });
  expect(clashes).toEqual([]);
});
