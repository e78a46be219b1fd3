/**
 * How stories name what they see: by role and name, by label, by its text, or by a CSS selector. A target is plain data,
 * because it is looked up inside the page by the same script in every engine.
 */

/** An exact text, or a pattern that it fits. */
export type Words = string | RegExp;

/** The same as data. */
export type Wording = { exact: string } | { pattern: string; flags: string };

export type Target = {
  css: string;
  /** The accessible name. */
  name?: Wording;
  /** What it shows. */
  text?: Wording;
  /** What it stands in. */
  within?: Target;
  /** Which of several, the first one being 0; without, the first one. */
  nth?: number;
};

export const wording = (words: Words): Wording =>
  typeof words === 'string' ? { exact: words } : { pattern: words.source, flags: words.flags };

const named = (css: string) => (name: Words, within?: Target) => ({ css, name: wording(name), within });

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
export const css = (selector: string, text?: Words, within?: Target): Target => ({
  css: selector,
  text: text === undefined ? undefined : wording(text),
  within,
});

export const main = css('main');
export const header = css('body header');
/** The innermost element that shows these words. */
export const text = (words: Words, within?: Target) =>
  css(':not(:has(*)), p, li, dd, output, b', words, within);
export const alert = (words: Words) => css('[role=alert]', words);

export const nth = (target: Target, place: number): Target => ({ ...target, nth: place });

/** For messages: `button "Pack" within main`. */
export function describeTarget({ css: selector, name, text: shown, within, nth: place }: Target): string {
  const parts = [
    selector,
    name && `named ${describeWording(name)}`,
    shown && `showing ${describeWording(shown)}`,
    place && `number ${place + 1}`,
    within && `within (${describeTarget(within)})`,
  ];
  return parts.filter(Boolean).join(' ');
}

const describeWording = (words: Wording) =>
  'exact' in words ? `“${words.exact}”` : `/${words.pattern}/${words.flags}`;
