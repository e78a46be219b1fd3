import type { TextStyle } from './invoice-fonts.server.ts';

/** Size and margin of an A4 page in points (1/72 inch). Content ends at `foot`, measured from the top. */
export const pageSize = { width: 595.28, height: 841.89, margin: 44, foot: 786 } as const;

export const left = pageSize.margin;
export const right = pageSize.width - pageSize.margin;

/** The shop's colours, as used on white paper. */
export const colours = {
  ink: '#221d1a',
  soft: '#5a4f46',
  hair: '#d3c8b7',
  rod: '#5b3826',
  indigo: '#26386b',
  quiet: '#f4f0e8',
} as const;

export const styles = {
  name: { face: 'display', size: 27, colour: colours.ink },
  hindi: { face: 'display', size: 17, colour: colours.rod },
  title: { face: 'display', size: 18, colour: colours.indigo },
  heading: { face: 'strong', size: 8.5, colour: colours.rod },
  text: { face: 'text', size: 9.5, colour: colours.ink },
  strong: { face: 'strong', size: 9.5, colour: colours.ink },
  soft: { face: 'text', size: 8.5, colour: colours.soft },
  total: { face: 'strong', size: 12, colour: colours.ink },
} as const satisfies Record<string, TextStyle>;

/** Returns the line height of a text style, in points. */
export function leading({ size }: TextStyle): number {
  return size * 1.4;
}
