import { describe, expect, it } from 'vitest';
import { amountInWords, rupeesInDigits } from './amount-in-words.ts';

describe('amountInWords', () => {
  it.each([
    [0, 'Rupees zero only'],
    [1, 'One paisa only'],
    [100, 'Rupee one only'],
    [101, 'Rupee one and one paisa only'],
    [150, 'Rupee one and fifty paise only'],
    [2_100, 'Rupees twenty-one only'],
    [10_100, 'Rupees one hundred one only'],
    [9_999, 'Rupees ninety-nine and ninety-nine paise only'],
    [12_500_000, 'Rupees one lakh twenty-five thousand only'],
    [
      123_456_789_01,
      'Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine and one paisa only',
    ],
    [100_000_000_000_000, 'Rupees one lakh crore only'],
  ])('spells out an amount of %i paise', (paise, text) => {
    expect(amountInWords(paise)).toBe(text);
  });

  it('has a word for each number below 20, and for each multiple of 10 below 100', () => {
    const numbers = [...Array.from({ length: 20 }, (_, number) => number), 20, 30, 40, 50, 60, 70, 80, 90];
    const text = numbers.map((number) => amountInWords(number * 100).replace(/^Rupees? (.+) only$/, '$1'));
    expect(text.join(' ')).toBe(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
        'seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety',
    );
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 60])('rejects the amount %s with a RangeError', (odd) => {
    expect(() => amountInWords(odd)).toThrow(RangeError);
  });
});

describe('rupeesInDigits', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [12_500_000, '1,25,000.00'],
    [123_456_789_01, '12,34,56,789.01'],
  ])('formats an amount of %i paise in rupees', (paise, digits) => {
    expect(rupeesInDigits(paise)).toBe(digits);
  });
});
