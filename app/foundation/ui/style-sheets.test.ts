import { globSync, readFileSync } from 'node:fs';
import { __unstable__loadDesignSystem as loadTailwind } from 'tailwindcss';
import { expect, it } from 'vitest';

const appFolder = new URL('../../', import.meta.url);

/** The classes that a style sheet gives rules of their own: the first class of each selector. */
function definedClasses(css: string): string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[{},;])\s*\.([a-z][\w-]*)/g);
  return [...selectors].map(([, name = '']) => name);
}

const styleSheets = globSync('**/*.css', { cwd: appFolder });
const readSheet = (file: string) => readFileSync(new URL(file, appFolder), 'utf8');

// Where :has() decides about what is inside, Chrome restyles everything inside `html` and `body` whenever an element comes
// or goes, because it keeps one list for all rules. A custom property, or `~` for a sibling, does without.
it('lets no :has() decide about an element inside the one that has', () => {
  const inside = styleSheets
    .filter((file) => !file.startsWith('admin/'))
    .flatMap((file) => {
      const selectors =
        readSheet(file)
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .match(/[^{};]+(?=\{)/g) ?? [];
      const found = selectors.filter((list) =>
        /:has\((?:[^()]|\([^()]*\))*\)+[^\s,]*(?:\s+|\s*>\s*)[.#a-z*:[]/.test(list),
      );
      return found.map((selector) => `${file}: ${selector.trim()}`);
    });
  expect(inside).toEqual([]);
});

// A class of the shop adds its rules to every element that uses the utility of the same name.
it('defines no class that is a utility of Tailwind', async () => {
  const tailwind = await loadTailwind(readFileSync('node_modules/tailwindcss/index.css', 'utf8'));
  const clashes = styleSheets.flatMap((file) => {
    const names = definedClasses(readSheet(file));
    const utilities = tailwind.candidatesToCss(names);
    return names.filter((_, index) => utilities[index] !== null).map((name) => `${file}: .${name}`);
  });
  expect(clashes).toEqual([]);
});
