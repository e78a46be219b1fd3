import PDFDocument from 'pdfkit';
import { test as base, describe, expect, vi } from 'vitest';
import { createTypesetter, type TextStyle } from './invoice-fonts.server.ts';

const text: TextStyle = { face: 'text', size: 9, colour: '#000000' };
const display: TextStyle = { face: 'display', size: 20, colour: '#112233' };

const withPdf = base.extend('pdf', ({ task: _ }) => new PDFDocument());
const it = withPdf.extend('type', ({ pdf }) => createTypesetter(pdf));

/**
 * Returns the arguments of a spy's calls without types, because the spy's type has only the shorter of PDFKit's signatures of
 * `text`.
 */
const argumentsOf = ({ mock }: { mock: { calls: readonly (readonly unknown[])[] } }) => mock.calls;

describe('a paragraph', () => {
  it('is broken between words, at any white space', ({ type }) => {
    const width = type.widthOf('hand-woven silk', text);
    expect(type.breakIntoLines('  hand-woven \n silk  saree ', text, width)).toEqual([
      'hand-woven silk',
      'saree',
    ]);
    expect(type.breakIntoLines('hand-woven silk', text, width - 0.01)).toEqual(['hand-woven', 'silk']);
    expect([type.breakIntoLines('', text, 100), type.breakIntoLines(' \n', text, 100)]).toEqual([[], []]);
  });

  it('is broken inside a word only if the word is wider than a line', ({ type }) => {
    const width = type.widthOf('wwww', text);
    expect(type.breakIntoLines('wwww', text, width)).toEqual(['wwww']);
    expect(type.breakIntoLines('a wwwwwwwwww b', text, width)).toEqual(['a', 'wwww', 'wwww', 'ww b']);
    expect(type.breakIntoLines('wwwwwwww', text, width)).toEqual(['wwww', 'wwww']);
    expect(type.breakIntoLines('ww', text, 0.1)).toEqual(['w', 'w']);
  });

  it('is never broken inside a Devanagari syllable', ({ type }) => {
    const word = 'क्षि'.repeat(6);
    const lines = type.breakIntoLines(word, text, type.widthOf('क्षिक्षि', text) + 1);
    expect(lines.join('')).toBe(word);
    for (const line of lines) expect(line).toMatch(/^(क्षि)+$/);
    expect(lines.length).toBeGreaterThan(1);
  });
});

describe('the width of a text', () => {
  it('is the same for all digits of an amount, but not for digits of other texts, and 0 for an empty text', ({
    type,
  }) => {
    expect(type.widthOf('₹1,111.11', text)).toBe(type.widthOf('₹8,888.88', text));
    expect(type.widthOf('No 1111', text)).not.toBe(type.widthOf('No 8888', text));
    expect(type.widthOf('', text)).toBe(0);
  });

  it.for<[written: string, printed: string]>([
    ['ś', 's'],
    ['Śarmā', 'Sarma'],
    ['漢', '?'],
    ['\u00a0', ' '],
    ['a\u202fb', 'a b'],
    ['u\u0308', 'ü'],
  ])('is the same for the text %j and its replacement %j', ([written, printed], { type }) => {
    expect(type.widthOf(written, text)).toBe(type.widthOf(printed, text));
  });
});

describe('a drawn line of text', () => {
  it('has each script in its own font, one after another', ({ pdf, type }) => {
    const [font, drawn] = [vi.spyOn(pdf, 'font'), vi.spyOn(pdf, 'text')];
    type.drawText('Saree साड़ी 12', text, { x: 50, y: 70 });
    const printed = argumentsOf(drawn).map(([word, x, y]) => [word, x, y]);
    const second = 50 + type.widthOf('Saree ', text);
    const third = second + type.widthOf('साड़ी', text);
    expect(printed).toEqual([
      ['Saree ', 50, 70],
      ['साड़ी', second, 70],
      [' 12', third, 70],
    ]);
    expect(font.mock.calls.map(([name]) => name)).toEqual(
      expect.arrayContaining(['anek', 'anek-devanagari']),
    );
  });

  it('ends at `x` with `align: “end”`', ({ pdf, type }) => {
    const drawn = vi.spyOn(pdf, 'text');
    type.drawText('12.00', text, { x: 200, y: 70, align: 'end' });
    const [[, x, , options] = []] = argumentsOf(drawn);
    expect(x).toBe(200 - type.widthOf('12.00', text));
    expect(options).toMatchObject({ lineBreak: false, features: ['tnum'] });
  });

  it.for([
    ['तानाबाना', display, 'tiro-hang'],
    ['तानाबाना', text, 'anek-devanagari'],
    ['तानाबाना ॐ', display, 'anek-devanagari'],
    ['ॐ', display, 'anek-devanagari'],
    ['Tana', display, 'tiro'],
    ['Tana', { ...text, face: 'strong' }, 'anek-strong'],
  ] as const)('is in a font for its style and letters: “%s”', ([word, style, name], { pdf, type }) => {
    const font = vi.spyOn(pdf, 'font');
    type.drawText(word, style, { x: 0, y: 0 });
    expect(font.mock.lastCall?.[0]).toBe(name);
  });
});
