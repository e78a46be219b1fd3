import anek from './fonts/anek.ttf?inline';
import anekDevanagari from './fonts/anek-devanagari.ttf?inline';
import anekStrong from './fonts/anek-strong.ttf?inline';
import tiro from './fonts/tiro.ttf?inline';
import tiroHang from './fonts/tiro-hang.ttf?inline';

/** The shop's two font families. The Latin fonts must contain the rupee sign, because a PDF has no fallback fonts. */
const fonts = {
  anek,
  'anek-strong': anekStrong,
  'anek-devanagari': anekDevanagari,
  tiro,
  'tiro-hang': tiroHang,
};
type FontName = keyof typeof fonts;

export type TextStyle = { face: 'text' | 'strong' | 'display'; size: number; colour: string };

/** Start and baseline of a line of text, in points. With `align: 'end'`, `x` is where the text ends. */
type TextPosition = { x: number; y: number; align?: 'start' | 'end' };

const latinFont = { text: 'anek', strong: 'anek-strong', display: 'tiro' } as const;

/** Hindi words that the display font can render. Its subset contains only these letters, so other words use the text font. */
const displayDevanagari = /^[ंअआइएकखगघचजझटडतथदधनपफबमयरलवसह़ाीुूेो्]+$/;
const scriptRuns = /[\u0900-\u097f\u200c\u200d]+|[^\u0900-\u097f\u200c\u200d]+/g;
const missingInTextFont = /[^ -~£©«°±·»½À-ÿ–—‘’“”•…−₹]/gu;
const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });

/** Creates functions that measure, break and draw Latin and Devanagari text on a PDF, and that draw lines. */
export function createTypesetter(pdf: PDFKit.PDFDocument) {
  for (const [name, inline] of Object.entries(fonts)) {
    pdf.registerFont(name, Buffer.from(inline.slice(inline.indexOf(',') + 1), 'base64'));
  }

  const widthOf = (text: string, style: TextStyle) =>
    runsOf(text, style).reduce((sum, run) => sum + widthOfRun(run, style), 0);
  const widthOfRun = ({ font, text, features }: Run, { size }: TextStyle) =>
    pdf.font(font).fontSize(size).widthOfString(text, { features });

  /** Breaks a text into lines of at most `width` points. Breaks inside a word only if the word is wider than a line. */
  function breakIntoLines(text: string, style: TextStyle, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/).filter((each) => each !== '')) {
      for (const [index, part] of partsOf(word, style, width).entries()) {
        const extended = line === '' ? part : `${line} ${part}`;
        if (index === 0 && widthOf(extended, style) <= width) line = extended;
        else {
          if (line !== '') lines.push(line);
          line = part;
        }
      }
    }
    return line === '' ? lines : [...lines, line];
  }

  function partsOf(word: string, style: TextStyle, width: number): string[] {
    if (widthOf(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const { segment } of graphemes.segment(word)) {
      if (part !== '' && widthOf(part + segment, style) > width) {
        parts.push(part);
        part = '';
      }
      part += segment;
    }
    return [...parts, part];
  }

  /** Draws one line of text with its baseline at `y`. */
  function drawText(text: string, style: TextStyle, { x, y, align = 'start' }: TextPosition): void {
    let runX = align === 'end' ? x - widthOf(text, style) : x;
    for (const run of runsOf(text, style)) {
      pdf.font(run.font).fontSize(style.size).fillColor(style.colour);
      pdf.text(run.text, runX, y, { lineBreak: false, baseline: 'alphabetic', features: run.features });
      runX += widthOfRun(run, style);
    }
  }

  function drawRule(y: number, colour: string, width = 0.6): void {
    pdf.lineWidth(width).strokeColor(colour).moveTo(left, y).lineTo(right, y).stroke();
  }

  return { pdf, widthOf, breakIntoLines, drawText, drawRule };
}

export type Typesetter = ReturnType<typeof createTypesetter>;

type Run = { font: FontName; text: string; features: PDFKit.Mixins.OpenTypeFeatures[] };

/** Returns the font features of a text: tabular digits for amounts, so that columns align. */
const featuresOf = (text: string): Run['features'] => (/^[₹\d,.]+$/.test(text) ? ['tnum'] : []);

/** Splits a text into runs of one font each. A space between Hindi words belongs to a Latin run. */
function runsOf(text: string, { face }: TextStyle): Run[] {
  return (text.normalize('NFC').match(scriptRuns) ?? []).map((part) => {
    if (!/[\u0900-\u097f]/.test(part)) {
      return { font: latinFont[face], text: inLatin(part), features: featuresOf(part) };
    }
    const font = face === 'display' && displayDevanagari.test(part) ? 'tiro-hang' : 'anek-devanagari';
    return { font, text: part, features: [] };
  });
}

/**
 * Prepares a text for the PDF's fonts. Removes the diacritics of missing characters (`ś` → `s`). Replaces no-break spaces and
 * joiners with a space. Replaces other missing characters with `?`.
 */
function inLatin(text: string): string {
  return text
    .replace(/[\u00a0\u202f\u200c\u200d]/g, ' ')
    .replace(missingInTextFont, (char) => char.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(missingInTextFont, '?');
}

/** Size and margin of an A4 page in points (1/72 inch). Content ends at `foot`, measured from the top. */
export const pageSize = { width: 595.28, height: 841.89, margin: 44, foot: 786 } as const;

export const left = pageSize.margin;
export const right = pageSize.width - pageSize.margin;

/** The shop's colours for white paper. */
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
