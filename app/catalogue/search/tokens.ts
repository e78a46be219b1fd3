import { joined, synonyms } from './synonyms.ts';

/** Maximum length of an indexed text, in UTF-16 units. The index ignores the rest of a longer text. */
export const textLimit = 20_000;
/** Maximum length of a query, in UTF-16 units. The search ignores the rest of a longer query. */
export const queryLimit = 300;
/** Maximum number of words of a query. */
export const tokenLimit = 12;
/** Maximum length of a word in letters. */
const wordLimit = 40;

type SearchToken = { word: string; sound: string };

/** Parses `'क k ख kh'` into a map from each sign to its Latin letters. */
function table(pairs: string): ReadonlyMap<string, string> {
  const parts = pairs.split(' ');
  return new Map(
    parts.flatMap((sign, i): [string, string][] => (i % 2 === 0 ? [[sign, parts[i + 1] ?? '']] : [])),
  );
}

// Latin letters as written on the labels of Indian shops, without diacritics: श is sh, च is ch, ढ़ is dh.
const consonants = table(
  'क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n ' +
    'प p फ ph ब b भ bh म m य y र r ल l ळ l व v श sh ष sh स s ह h ' +
    'क़ q ख़ kh ग़ g ज़ z ड़ r ढ़ dh फ़ f',
);
const vowels = table('अ a आ a इ i ई i उ u ऊ u ऋ ri ए e ऐ ai ओ o औ au ऍ e ऑ o ऎ e ऒ o ॲ a ॐ om');
const matras = table('ा a ि i ी i ु u ू u ृ ri े e ै ai ो o ौ au ॅ e ॉ o ॆ e ॊ o');
const digits = table('० 0 १ 1 २ 2 ३ 3 ४ 4 ५ 5 ६ 6 ७ 7 ८ 8 ९ 9');
const virama = '्';
const nukta = '़';
const nasal = /[ंँ]/;
/** The vowel of a consonant without a vowel sign. It differs from the written `a`, because this vowel can be silent. */
const schwa = 'ə';

const isVowel = (unit: string | undefined) => unit !== undefined && /[aeiouə]$/.test(unit);
const isConsonant = (unit: string | undefined) => unit !== undefined && /[b-df-hj-np-tv-z]$/.test(unit);

/** Returns the sounds of one Devanagari word in Latin letters. Includes every schwa, even silent ones. */
function transliterate(word: string): string[] {
  const units: string[] = [];
  for (const sign of word.match(new RegExp(`[क-ह]${nukta}?|.`, 'gu')) ?? []) {
    const consonant = consonants.get(sign) ?? consonants.get(sign.charAt(0));
    const matra = matras.get(sign);
    if (consonant !== undefined) units.push(consonant, schwa);
    else if (matra !== undefined || sign === virama) {
      if (units.at(-1) === schwa) units.pop();
      if (matra !== undefined) units.push(matra);
    } else if (nasal.test(sign)) units.push('n');
    else units.push(vowels.get(sign) ?? digits.get(sign) ?? '');
  }
  return units.filter((unit) => unit !== '');
}

/**
 * Removes the schwas that Hindi speakers do not pronounce.
 * - At the end of the word (रेशम resham), except after a cluster of consonants (वस्त्र vastra).
 * - Inside the word, between two single consonants, if a vowel precedes the first one and another follows the second one (कलमकारी
 * kalamkari). Checks these schwas from the last to the first.
 */
function dropSilent(units: string[]): string[] {
  const last = units.length - 1;
  const clustered = isConsonant(units[last - 2]) && /^[yrlvnm]$/.test(units[last - 1] ?? '');
  if (units[last] === schwa && last > 1 && !clustered) units.pop();
  for (let i = units.length - 3; i >= 2; i--) {
    const silent =
      units[i] === schwa &&
      isVowel(units[i - 2]) &&
      isConsonant(units[i - 1]) &&
      isConsonant(units[i + 1]) &&
      isVowel(units[i + 2]);
    if (silent) units.splice(i, 1);
  }
  return units;
}

function latinOf(word: string): string {
  return dropSilent(transliterate(word.slice(0, 2 * wordLimit)))
    .map((unit, i, all) => (unit === 'n' && /^[pbm]/.test(all[i + 1] ?? '') ? 'm' : unit))
    .join('')
    .replaceAll(schwa, 'a');
}

/** Characters that belong to no script: accents, joiners and emoji selectors. Also the soft hyphen. */
const combiningMarks = /\p{Script=Inherited}|\u00ad/gu;

/** Returns a text in lower case and without accents. Converts Devanagari to Latin letters. Keeps other characters. */
function fold(text: string): string {
  // Remove the marks twice: before normalization, because a joiner between two marks would prevent their canonical order, and
  // afterwards, because normalization separates accents from their letters.
  const plain = text.replace(combiningMarks, '').normalize('NFKD').toLowerCase().replace(combiningMarks, '');
  return plain.replace(/[\u0900-\u0963\u0966-\u097f]+/g, latinOf);
}

// Stop words in English and in Hindi (रेशम की साड़ी, lal wali saree).
const stopWords = new Set(
  (
    'a an the of for with and or in on at by to from as is are be it its this that was has have i ' +
    'ka ke ki ko se aur liye wala wali wale vala vali vale'
  ).split(' '),
);

/** Words that end in s but are not plurals. */
const notPlural = new Set(['madras', 'banaras', 'benares', 'benaras', 'canvas', 'kamees', 'kapas', 'always']);

/**
 * Returns the singular of a word: saree for sarees, sash for sashes, lady for ladies. Keeps dress, lotus and iris. Idempotent.
 */
function singularOf(word: string): string {
  if (!/^[a-z]{3,}s$/.test(word) || /(ss|us|^..is)$/.test(word) || notPlural.has(word)) return word;
  if (/..[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /(ss|sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/**
 * Returns the words of a text as the index stores them, in order and with repetitions: converted by {@link fold}, singular,
 * without stop words, with synonyms replaced. Reads at most `textLimit` units. Idempotent. Splits a product number into `tb`,
 * `sar` and `001`.
 */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const plain = fold(text.slice(0, textLimit)).replace(/['’]s(?![\p{L}\p{N}])/gu, '');
  for (const [raw] of plain.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)) {
    if (stopWords.has(raw)) continue;
    const singular = singularOf(raw.length > wordLimit ? [...raw].slice(0, wordLimit).join('') : raw);
    const word = synonyms.get(singular) ?? singular;
    if (stopWords.has(word)) continue;
    const pair = joined.get(`${tokens.at(-1)} ${word}`);
    if (pair === undefined) tokens.push(word);
    else tokens.splice(-1, 1, pair);
  }
  // The function `fold` can turn one character into several, so the words can be longer than the text. Limit their total length,
  // so that `tokensOf` returns the same words for its own result.
  let unitsLeft = textLimit + 1;
  return tokens.filter((word) => {
    unitsLeft -= word.length + 1;
    return unitsLeft >= 0;
  });
}

/**
 * Returns one letter for two spellings of an Indian vowel: `a` and `u` for the same short vowel (tassar, tussar), `e` and `i` for
 * the same long vowel (ee).
 */
const openVowel = (vowel: string) => (vowel === 'u' ? 'a' : vowel === 'e' ? 'i' : vowel);

/**
 * Returns a key for the sound of an Indian word in Latin letters: the consonants, and few vowels. It is the same for ikkat and
 * ikat. `c` and `k` differ, because cotton and katan are different cloths. A word with other characters is
 * its own key.
 */
export function phoneticKey(word: string): string {
  const plain = fold(word.slice(0, queryLimit));
  if (!/^[a-z]+$/.test(plain)) return plain;
  const spoken = plain
    .replace(/t?ch+/g, 'c')
    .replace(/sh+/g, 's')
    .replace(/ck/g, 'k')
    .replace(/([kgjtdpbr])h+/g, '$1')
    .replace(/q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/x/g, 'ks')
    .replace(/(?<=.)y/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/ee/g, 'i')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=.)h$/, '')
    .replace(/([aeiou])[aeiou]*/g, (_, vowel: string) => openVowel(vowel));
  const skeleton = spoken.replace(/[aio]/g, '');
  // A key of up to three consonants ends with a dot, so blue (`bla.`) is no prefix of black (`blak.`).
  if (skeleton.length < 3) return `${spoken}.`;
  if (skeleton.length > 3) return /^[aio]/.test(spoken) ? `a${skeleton}` : skeleton;
  // With three consonants, the first vowel stays, so black and block differ.
  const first = spoken.search(/[aio]/) + 1;
  return `${spoken.slice(0, first)}${spoken.slice(first).replace(/[aio]/g, '')}.`;
}

/**
 * Returns the distinct words of a query, in order, with their phonetic keys. Returns at most `tokenLimit` words. Reads at most
 * `queryLimit` units of the query.
 */
export function searchTokens(text: string): SearchToken[] {
  const words = new Set(tokensOf(text.slice(0, queryLimit)));
  return [...words].slice(0, tokenLimit).map((word) => ({ word, sound: phoneticKey(word) }));
}
