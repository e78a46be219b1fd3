/**
 * Elements that the stories name by role and name, by label, by text, or by a CSS selector. A target is plain data, because the
 * script inside the page finds its element in every engine.
 */

/** An exact text, or a pattern that the text must match. */
export type TextPattern = string | RegExp;

/** A text pattern as JSON. */
export type SerializedPattern = { exact: string } | { pattern: string; flags: string };

export type Target = {
  css: string;
  /** The accessible name. */
  name?: SerializedPattern;
  /** The visible text. */
  text?: SerializedPattern;
  /** The element that contains the target. */
  within?: Target;
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
/** Targets a field or a list by its label. */
export const field = named('input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select');

/** Targets the elements that match the selector and, if `text` is given, show the text. */
export const css = (selector: string, text?: TextPattern, within?: Target): Target => ({
  css: selector,
  text: text === undefined ? undefined : serializePattern(text),
  within,
});

export const main = css('main');
export const header = css('body header');
/** Targets the innermost element that shows this text. */
export const text = (pattern: TextPattern, within?: Target) =>
  css(':not(:has(*)), p, li, dd, output, b', pattern, within);

/** Describes a target for error messages, such as `button "Pack" within main`. */
export function describeTarget({ css: selector, name, text: shown, within }: Target): string {
  const parts = [
    selector,
    name && `named ${describePattern(name)}`,
    shown && `showing ${describePattern(shown)}`,
    within && `within (${describeTarget(within)})`,
  ];
  return parts.filter(Boolean).join(' ');
}

const describePattern = (pattern: SerializedPattern) =>
  'exact' in pattern ? `“${pattern.exact}”` : `/${pattern.pattern}/${pattern.flags}`;
