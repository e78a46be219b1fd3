import PDFDocument from 'pdfkit';
import { test as base, describe, expect, vi } from 'vitest';
import { createTypesetter, type TextStyle } from './invoice-fonts.server.ts';

const text: TextStyle = { face: 'text', size: 9, colour: '#000000' };
const display: TextStyle = { face: 'display', size: 20, colour: '#112233' };

const withPdf = base.extend('pdf', ({ task: _ }) => new PDFDocument());
const it = withPdf.extend('type', ({ pdf }) => createTypesetter(pdf));

describe('a text on an invoice', () => {
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

  it.for<[written: string, printed: string]>([
    ['ś', 's'],
    ['Śarmā', 'Sarma'],
    ['漢', '?'],
    ['\u00a0', ' '],
    ['a\u202fb', 'a b'],
    ['u\u0308', 'ü'],
  ])(
    'is measured with its unprintable characters replaced: %j becomes %j',
    ([written, printed], { type }) => {
      expect(type.widthOf(written, text)).toBe(type.widthOf(printed, text));
    },
  );
  it.for([
    ['तानाबाना', display, 'tiro-hang'],
    ['तानाबाना', text, 'anek-devanagari'],
    ['तानाबाना ॐ', display, 'anek-devanagari'],
    ['ॐ', display, 'anek-devanagari'],
    ['Tana', display, 'tiro'],
    ['Tana', { ...text, face: 'strong' }, 'anek-strong'],
  ] as const)(
    'is printed in a font that suits its style and has its letters: “%s”',
    ([word, style, name], { pdf, type }) => {
      const font = vi.spyOn(pdf, 'font');
      type.drawText(word, style, { x: 0, y: 0 });
      expect(font.mock.lastCall?.[0]).toBe(name);
    },
  );
});
