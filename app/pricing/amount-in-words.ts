const small = [
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(' '),
  ...'fifteen sixteen seventeen eighteen nineteen'.split(' '),
];
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Indian number units, largest first. Larger amounts are counted in crores: 10¹² is one lakh crore. */
const steps = [
  { size: 10_000_000, word: 'crore' },
  { size: 100_000, word: 'lakh' },
  { size: 1000, word: 'thousand' },
  { size: 100, word: 'hundred' },
] as const;

/**
 * Writes an amount in words, as on an invoice. Example: 415000 → `Rupees four thousand one hundred fifty only`.
 * @throws RangeError unless `paise` is a safe integer of at least 0
 */
export function amountInWords(paise: number): string {
  const [rupees, paisePart] = parts(paise);
  const fraction = `${inText(paisePart)} ${paisePart === 1 ? 'paisa' : 'paise'}`;
  if (rupees === 0 && paisePart > 0) return `${fraction.charAt(0).toUpperCase()}${fraction.slice(1)} only`;
  const whole = `${rupees === 1 ? 'Rupee' : 'Rupees'} ${inText(rupees)}`;
  return `${whole}${paisePart > 0 ? ` and ${fraction}` : ''} only`;
}

const lakhs = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/**
 * Formats an amount in paise as rupees, with two decimals and Indian grouping. Example: 12500000 → `1,25,000.00`.
 * @throws RangeError unless `paise` is a safe integer of at least 0
 */
export function rupeesInDigits(paise: number): string {
  const [rupees, paisePart] = parts(paise);
  return `${lakhs.format(rupees)}.${String(paisePart).padStart(2, '0')}`;
}

function parts(paise: number): [rupees: number, paise: number] {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`${paise} paise is not an amount`);
  const paisePart = paise % 100;
  return [(paise - paisePart) / 100, paisePart];
}

function inText(count: number): string {
  const step = steps.find(({ size }) => count >= size);
  if (step) {
    const remainder = count % step.size;
    const many = `${inText((count - remainder) / step.size)} ${step.word}`;
    return remainder === 0 ? many : `${many} ${inText(remainder)}`;
  }
  if (count < 20) return small[count] ?? '';
  const units = count % 10;
  const ten = tens[(count - units) / 10] ?? '';
  return units === 0 ? ten : `${ten}-${small[units]}`;
}
