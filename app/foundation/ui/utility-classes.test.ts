import { globSync, readFileSync } from 'node:fs';
import { __unstable__loadDesignSystem as loadTailwind } from 'tailwindcss';
import { expect, it } from 'vitest';

const appFolder = new URL('../../', import.meta.url);

/** The classes that a style sheet gives rules of their own: the first class of each selector. */
function definedClasses(css: string): string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[{},;])\s*\.([a-z][\w-]*)/g);
  return [...selectors].map(([, name = '']) => name);
}

// A class of the shop adds its rules to every element that uses the utility of the same name.
it('defines no class that is a utility of Tailwind', async () => {
  const tailwind = await loadTailwind(readFileSync('node_modules/tailwindcss/index.css', 'utf8'));
  const clashes = globSync('**/*.css', { cwd: appFolder }).flatMap((file) => {
    const names = definedClasses(readFileSync(new URL(file, appFolder), 'utf8'));
    const utilities = tailwind.candidatesToCss(names);
    return names.filter((_, index) => utilities[index] !== null).map((name) => `${file}: .${name}`);
  });
  expect(clashes).toEqual([]);
});
