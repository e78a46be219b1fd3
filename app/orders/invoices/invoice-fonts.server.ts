import anek from './fonts/anek.ttf?inline';
import anekDevanagari from './fonts/anek-devanagari.ttf?inline';
import anekStrong from './fonts/anek-strong.ttf?inline';
import tiro from './fonts/tiro.ttf?inline';
import tiroHang from './fonts/tiro-hang.ttf?inline';

/** The shop's own two families, as whole fonts with the rupee sign in them: paper has no fallbacks. */
const fonts = {
  anek,
  'anek-strong': anekStrong,
  'anek-devanagari': anekDevanagari,
  tiro,
  'tiro-hang': tiroHang,
};
type FontName = keyof typeof fonts;

export type TextStyle = { face: 'text' | 'strong' | 'display'; size: number; colour: string };

/** Where a line begins, and on which height it stands; `end` puts its end there instead of its beginning. */
export type TextPosition = { x: number; y: number; align?: 'start' | 'end' };

const latinFont = { text: 'anek', strong: 'anek-strong', display: 'tiro' } as const;

/** The letters that the display family has for the shop's Hindi name; any other Devanagari is set in the text family. */
const hanging = /^[ंअआइएकखगघचजझटडतथदधनपफबमयरलवसह़ाीुूेो्]+$/;
const devanagari = /[\u0900-\u097f\u200c\u200d]+|[^\u0900-\u097f\u200c\u200d]+/g;
const notLatin = /[^ -~£©«°±·»½À-ÿ–—‘’“”•…−₹]/gu;
const wordParts = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });

/** Sets lines of text on a PDF: measures, breaks and places them, in Latin and Devanagari. */
export function createTypesetter(pdf: PDFKit.PDFDocument) {
  for (const [name, inline] of Object.entries(fonts)) {
    pdf.registerFont(name, Buffer.from(inline.slice(inline.indexOf(',') + 1), 'base64'));
  }

  const widthOf = (text: string, style: TextStyle) =>
    runsOf(text, style).reduce((sum, run) => sum + widthOfRun(run, style), 0);
  const widthOfRun = ({ font, text, features }: Run, { size }: TextStyle) =>
    pdf.font(font).fontSize(size).widthOfString(text, { features });

  /** Breaks a text into lines no wider than that, in the middle of a word only where the word alone is wider. */
  function breakIntoLines(text: string, style: TextStyle, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/).filter((one) => one !== '')) {
      for (const [index, part] of partsOf(word, style, width).entries()) {
        const longer = line === '' ? part : `${line} ${part}`;
        if (index === 0 && widthOf(longer, style) <= width) line = longer;
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
    for (const { segment } of wordParts.segment(word)) {
      if (part !== '' && widthOf(part + segment, style) > width) {
        parts.push(part);
        part = '';
      }
      part += segment;
    }
    return [...parts, part];
  }

  /** Puts one line on the page, on the height `y`. */
  function drawText(text: string, style: TextStyle, { x, y, align = 'start' }: TextPosition): void {
    let at = align === 'end' ? x - widthOf(text, style) : x;
    for (const run of runsOf(text, style)) {
      pdf.font(run.font).fontSize(style.size).fillColor(style.colour);
      pdf.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', features: run.features });
      at += widthOfRun(run, style);
    }
  }

  return { widthOf, breakIntoLines, drawText };
}

export type Typesetter = ReturnType<typeof createTypesetter>;

type Run = { font: FontName; text: string; features: PDFKit.Mixins.OpenTypeFeatures[] };

/** Figures of one width, so that amounts stand under each other; in words and numbers they would gape. */
const featuresOf = (text: string): Run['features'] => (/^[₹\d,.]+$/.test(text) ? ['tnum'] : []);

/** Each script in its own font, Hindi word by word: the spaces between stand with the Latin. */
function runsOf(text: string, { face }: TextStyle): Run[] {
  return (text.normalize('NFC').match(devanagari) ?? []).map((part) => {
    if (!/[\u0900-\u097f]/.test(part)) {
      return { font: latinFont[face], text: inLatin(part), features: featuresOf(part) };
    }
    const font = face === 'display' && hanging.test(part) ? 'tiro-hang' : 'anek-devanagari';
    return { font, text: part, features: [] };
  });
}

/** A letter that the fonts do not have loses its marks (`ś` → `s`); what then is still none of theirs is a question mark. */
function inLatin(text: string): string {
  return text
    .replace(/[\u00a0\u202f\u200c\u200d]/g, ' ')
    .replace(notLatin, (sign) => sign.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(notLatin, '?');
}
