import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairsOf } from '../../../tests/fixtures/pairs.ts';
import { joined, synonyms } from './synonyms.ts';
import { phoneticKey, queryLimit, searchTokens, textLimit, tokenLimit, tokensOf } from './tokens.ts';

/** Random strings: characters, halves of surrogate pairs, and words that the folding changes. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.integer({ min: 0x0900, max: 0x097f }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom(..."co ord ords the ands saris hand loom लाल की 's -".split(' '), ' ', 'é'))
    .map((parts) => parts.join(' ')),
  fc.string({ unit: fc.constantFrom('s', 'e', 'i', 'a', 'h', 'x', 'c', ' ', "'") }),
);
describe('the tokens of a text', () => {
  it.each<[text: string, tokens: string[]]>([
    ['Gulnar Banarasi Katan Silk Saree', ['gulnar', 'banarasi', 'katan', 'silk', 'saree']],
    ['  RED,   saree!! ', ['red', 'saree']],
    ['Ikāt from Ṣāṛī', ['ikat', 'saree']],
    ['a saree with the pallu of zari and in silk by hand', ['saree', 'pallu', 'zari', 'silk', 'hand']],
    ["The weaver's note, women’s kurta", ['weaver', 'note', 'woman', 'kurta']],
    ['lal wali saree', ['red', 'saree']],
    ['रेशम की लाल साड़ी', ['silk', 'red', 'saree']],
    ['🧵 silk\u0000saree 🧵', ['silk', 'saree']],
    ['ban\u00adarasi, ban\u200darasi', ['banarasi', 'banarasi']],
    ['শাড়ি', ['শাড়ি'.normalize('NFKD')]],
    ['constructor __proto__', ['constructor', 'proto']],
    ['TB-SAR-001', ['tb', 'sar', '001']],
    ...['co ord set', 'Co-Ords Set', 'CO‑ORD set'].map((text): [string, string[]] => [
      text,
      ['coord', 'set'],
    ]),
    ['', []],
    ['khadi khaddar', ['khadi', 'khaddar']],
    ['\ud83e \udd21', []],
  ])('%j are its words in lower case, in one spelling and without stop words', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it.each(
    pairsOf(`sarees saree, saris saree, sarries saree, stoles stole, dupattas dupatta, pallus pallu, dresses dress,
      sashes sash, cities city, scarves scarf, dress dress, lotus lotus, madras madras`),
  )('are stored in the singular: %s as %s', (plural, singular) => {
    expect(tokensOf(plural)).toEqual([singular]);
  });
});

describe('a word in Devanagari', () => {
  it.each(
    pairsOf(`साड़ी saree, सा\u095cी saree, साड़ियाँ saree, बनारसी banarasi, चंदेरी chanderi, कांजीवरम kanjivaram,
      कांचीपुरम kanjivaram, इकत ikat, इक्कत ikat, दुपट्टा dupatta, ओढ़नी dupatta, रेशम silk, सिल्क silk, सूती cotton,
      लाल red, नीला blue, हरी green, पीला yellow, सफ़ेद white, सफेद white, काली black, गुलाबी pink, कलमकारी kalamkari,
      चिकनकारी chikankari, फुलकारी phulkari, जामदानी jamdani, पोचमपल्ली pochampally, अजरख ajrakh, ज़री zari,
      बाँधनी bandhani, लहरिया leheriya, टसर tussar, मलमल mulmul, कमीज़ suit, कुर्ता kurta, वस्त्र vastra,
      संबलपुरी sambalpuri, रंग rang, २४ 24`),
  )('is converted to Latin letters: %s becomes %s', (devanagari, word) => {
    expect(tokensOf(devanagari)).toEqual([word]);
  });
});

it('every spelling in the list of synonyms is converted to its listed word', () => {
  for (const [spelling, stored] of [...synonyms, ...joined])
    expect(tokensOf(spelling), spelling).toEqual([stored]);
});

describe('the phonetic key', () => {
  it.each(
    pairsOf(`banarsi banarasi, benaresi banarasi, chandheri chanderi, ikkat ikat, kalamkaari kalamkari,
      pochampalli pochampally, jamdhani jamdani, bandani bandhani, khaadhi khadi, maheshwari maheswari, tassar tussar,
      booti buti, kachchh kutch, zaree jari, BANARASI banarasi`),
  )('is the same for %s and %s', (one, other) => {
    expect(phoneticKey(one)).toBe(phoneticKey(other));
  });

  it.each([
    ...['silk saree suit stole set dupatta kurta shawl', 'cotton kota katan khadi', 'black block'],
    ...['green grain', 'blouse blush blue', 'stole shuttle star store'],
    'red white blue green yellow black pink orange purple brown gold silver grey',
    'banarasi bandhani chanderi kanjivaram kalamkari chikankari ikat ajrakh patola phulkari jamdani',
  ])('differs between the words %s', (text) => {
    const tokens = text.split(' ');
    expect(new Set(tokens.map(phoneticKey)).size).toBe(tokens.length);
  });

  it('of a short word is not a prefix of the key of an unrelated word', () => {
    for (const [short = '', long = ''] of pairsOf('blue black, suit satin, set sitar'))
      expect(phoneticKey(long).startsWith(phoneticKey(short)), short).toBe(false);
  });

  it.each(['001', 'k2', 'শাড়ি'.normalize('NFKD'), ''])('of the word %j is the word itself', (word) => {
    expect(phoneticKey(word)).toBe(word);
  });
});

describe('the tokens of a query', () => {
  it('are the distinct words at the beginning of the query, up to a maximum number, each with its phonetic key', () => {
    const tokens = ['banarasi', 'saree'].map((word) => ({ word, sound: phoneticKey(word) }));
    expect(searchTokens('Banarsi sari, बनारसी साड़ी')).toEqual(tokens);
    const many = Array.from({ length: 40 }, (_, i) => `w${i}`).join(' ');
    expect(searchTokens(many)).toHaveLength(tokenLimit);
    expect(searchTokens(`${' '.repeat(queryLimit)}silk`)).toEqual([]);
    expect(searchTokens('with the')).toEqual([]);
  });
});

describe('any text', () => {
  it('has tokens that stay the same when they are converted again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = tokensOf(text);
        expect(tokensOf(tokens.join(' '))).toEqual(tokens);
      }),
    );
  });

  it('yields at most the allowed number of search words, each once and without characters that could end a quoted term', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = searchTokens(text);
        expect(tokens.length).toBeLessThanOrEqual(tokenLimit);
        expect(new Set(tokens.map(({ word }) => word)).size).toBe(tokens.length);
        for (const { word, sound } of tokens) {
          expect([word, sound]).not.toContain('');
          expect(word + sound).not.toMatch(/['"\\:\s\0]/);
        }
      }),
    );
  });

  it.each(['a', 'क', '\u0301\u0316', '\u05b8\u05b1', 'ﷺ', '\ud83e', 'sari '])(
    'is read only up to the maximum length: 100,000 times %j',
    (part) => {
      const tokens = tokensOf(`a${part.repeat(100_000)}`);
      expect(tokens.join(' ').length).toBeLessThanOrEqual(textLimit);
      expect(tokensOf(tokens.join(' '))).toEqual(tokens);
    },
  );
});
