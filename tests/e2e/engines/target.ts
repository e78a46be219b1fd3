/**
 * How stories name what they see: by role and name, by label, by its text, or by a CSS selector. A target is plain data,
 * because it is looked up inside the page by the same script in every engine.
 */

/** An exact text, or a pattern that it fits. */
export type TextPattern = string | RegExp;

/** The same as data. */
export type SerializedPattern = { exact: string } | { pattern: string; flags: string };

export type Target = {
  css: string;
  /** The accessible name. */
  name?: SerializedPattern;
  /** What it shows. */
  text?: SerializedPattern;
  /** What it stands in. */
  within?: Target;
  /** Which of several, the first one being 0; without, the first one. */
  position?: number;
};

export const serializePattern = (pattern: TextPattern): SerializedPattern =>
  typeof pattern === 'string' ? { exact: pattern } : { pattern: pattern.source, flags: pattern.flags };

const named = (css: string) => (name: TextPattern, within?: Target) => ({
  css,
  name: serializePattern(name),
  within,
});

export const button = named('button, [role=button], input[type=submit]');
export const link = named('a[href], [role=link]');
export const heading = named('h1, h2, h3, h4');
export const checkbox = named('input[type=checkbox], [role=checkbox]');
export const radio = named('input[type=radio]');
export const dialog = named('dialog[open], [role=dialog], [role=alertdialog]');
export const region = named('[role=region], section, aside, form, fieldset, [role=group], nav, ul, ol');
/** What is typed into or chosen from, by its label. */
export const field = named('input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select');

/** What the selector finds; with words, what of that shows them. */
export const css = (selector: string, text?: TextPattern, within?: Target): Target => ({
  css: selector,
  text: text === undefined ? undefined : serializePattern(text),
  within,
});

export const main = css('main');
export const header = css('body header');
/** The innermost element that shows these words. */
export const text = (pattern: TextPattern, within?: Target) =>
  css(':not(:has(*)), p, li, dd, output, b', pattern, within);
export const alert = (pattern: TextPattern) => css('[role=alert]', pattern);

export const position = (target: Target, position: number): Target => ({ ...target, position });

/** For messages: `button "Pack" within main`. */
export function describeTarget({ css: selector, name, text: shown, within, position }: Target): string {
  const parts = [
    selector,
    name && `named ${describeWording(name)}`,
    shown && `showing ${describeWording(shown)}`,
    position && `number ${position + 1}`,
    within && `within (${describeTarget(within)})`,
  ];
  return parts.filter(Boolean).join(' ');
}

const describeWording = (words: SerializedPattern) =>
  'exact' in words ? `“${words.exact}”` : `/${words.pattern}/${words.flags}`;
