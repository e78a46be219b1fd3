import { countries } from '../foundation/address/countries.ts';
import { toPaise } from '../foundation/money.ts';
import { abroadText, deliveryCountries } from './abroad-text.ts';
import type { Contradiction, Settings } from './contract.ts';
import { fillInValues, placeholdersOf } from './fill-in.ts';
import { payingText } from './payment-text.ts';
import { announcement, estimateText, indiaShippingSummary } from './shipping-text.ts';

type Rules = Pick<Settings, 'shipping' | 'cod' | 'returnDays'>;

/** Returns the text of the rule that the sentence contradicts. Returns undefined if there is no contradiction. */
type Check = (sentence: string, rules: Rules) => string | undefined;

const maxListed = 20;

const cash = /\bcash on delivery\b|\bCOD\b/i;
const negation = /\b(?:no|not|never|cannot|without)\b|n[’']t\b/i;
const abroad = /\boutside (?:of )?India\b|\babroad\b|\bother countries\b|\binternational\w*|\boverseas\b/i;

const numberWords: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ fourteen: 14, fifteen: 15, twenty: 20, thirty: 30 },
};
const count = `(\\d+|${Object.keys(numberWords).join('|')})`;

/**
 * Returns the numbers of days that a sentence names: 3 and 5 for `3–5 working days`. If `isWorking` is true, returns only the
 * numbers of working days. Otherwise returns only the numbers of other days.
 */
function daysIn(sentence: string, isWorking: boolean): number[] {
  const pattern = new RegExp(
    `\\b${count}(?:(?: ?[–-] ?| to )${count})?[ -]((?:working|business) )?days?\\b`,
    'gi',
  );
  const ranges = [...sentence.matchAll(pattern)].filter(
    ([, , , working]) => (working !== undefined) === isWorking,
  );
  return ranges.flatMap(([, from, to]) => [from, to].flatMap((text) => (text ? readCount(text) : [])));
}

const readCount = (text: string) => numberWords[text.toLowerCase()] ?? Number(text);

/** Returns the amounts that a sentence names in rupees, converted to paise. */
function amountsIn(sentence: string): number[] {
  const amounts = sentence.matchAll(/(?:₹|\bRs\.?|\bINR) ?(\d[\d,]*(?:\.\d{1,2})?)/gi);
  return [...amounts].map(([, digits = '']) => toPaise(Number(digits.replaceAll(',', ''))));
}

const returns: Check = (sentence, { returnDays }) => {
  if (!/\breturn/i.test(sentence) || /\bphotograph/i.test(sentence)) return undefined;
  const isOther = daysIn(sentence, false).some((days) => days !== returnDays);
  return isOther ? `A return is possible for ${returnDays} days after delivery.` : undefined;
};

const deliveryTime: Check = (sentence, { shipping }) => {
  const isDelivery = /\bIndia\b|\bdeliver|\bship|\barriv/i.test(sentence) || abroad.test(sentence);
  if (!isDelivery || /\brefund|\breturn|\brepl(?:y|ies)\b|\bclaim/i.test(sentence)) return undefined;
  const isHome = /\bIndia\b/.test(sentence.replaceAll(/\boutside (?:of )?India\b/gi, ''));
  const isAbroad = abroad.test(sentence);
  const allowed = [
    ...(isHome || !isAbroad ? shipping.indiaDays : []),
    ...(isAbroad || !isHome ? shipping.abroadDays : []),
  ];
  const isOther = daysIn(sentence, true).some((days) => !allowed.includes(days));
  return isOther ? estimateText(shipping) : undefined;
};

const shippingCost: Check = (sentence, { shipping }) => {
  const text = sentence.replaceAll(new RegExp(cash, 'gi'), '');
  if (!/\bshipping\b|\bdelivery\b/i.test(text) || abroad.test(text)) return undefined;
  const isFree = /\bfree\b/i.test(text) && !negation.test(text);
  if (!isFree && !/\bcosts?\b|\bcharge[sd]?\b|\bfees?\b/i.test(text)) return undefined;
  const { freeFromPaise, belowPaise } = shipping;
  const isAlwaysFree = freeFromPaise === 0 || belowPaise === 0;
  const amounts = amountsIn(text);
  const allowed = [...(freeFromPaise > 0 ? [freeFromPaise] : []), ...(isAlwaysFree ? [] : [belowPaise])];
  const isOther = amounts.some((paise) => !allowed.includes(paise));
  const isTooFree = isFree && amounts.length === 0 && !isAlwaysFree;
  return isOther || isTooFree ? indiaShippingSummary(shipping) : undefined;
};

const cashOnDelivery: Check = (sentence, { cod }) => {
  if (!cash.test(sentence) || /\brefund|\bbank account\b/i.test(sentence)) return undefined;
  const isOffered = !negation.test(sentence);
  const allowed = [cod.fromPaise, cod.upToPaise, cod.uniqueUpToPaise];
  const isOther = isOffered && amountsIn(sentence).some((paise) => !allowed.includes(paise));
  return isOffered !== cod.allowed || isOther ? `You can pay ${payingText(cod)}.` : undefined;
};

const deliveredTo: Check = (sentence, { shipping }) => {
  if (/\bcheckout\b/i.test(sentence)) {
    const isOther = countries.some(
      ({ name }) => sentence.includes(name) && !deliveryCountries.includes(name),
    );
    return isOther && !negation.test(sentence) ? abroadText() : undefined;
  }
  const isIndiaOnly = /\bonly\b.*\bIndia\b|\bIndia only\b/i.test(sentence);
  const isNotAbroad = negation.test(sentence) && abroad.test(sentence);
  const isDelivery = /\b(?:we|our)\b.*\b(?:ship|deliver)/i.test(sentence);
  return isDelivery && (isIndiaOnly || isNotAbroad) ? announcement(shipping) : undefined;
};

const checks = [returns, deliveryTime, shippingCost, cashOnDelivery, deliveredTo];

/**
 * Lists the sentences that contradict a rule of the settings, with the text of the rule. Returns at most 20. Fills in
 * placeholders first. Recognizes only common wordings about amounts, days, cash on delivery, free shipping and countries, so it
 * can miss a contradiction.
 */
export function findContradictions(texts: readonly string[], settings: Settings): Contradiction[] {
  const values = placeholdersOf(settings);
  const contradictions = texts
    // Split a text into sentences only before capital letters, so that `Rs. 500` is not split.
    .flatMap((text) => fillInValues(text, values).split(/\n+|(?<=[.!?]) +(?=\p{Lu})/u))
    .flatMap((sentence) =>
      checks.flatMap((check) => {
        const rule = check(sentence, settings);
        return rule === undefined ? [] : [{ sentence: sentence.replace(/^- /, ''), rule }];
      }),
    );
  return contradictions.slice(0, maxListed);
}
