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
  const [rupees, rest] = parts(paise);
  const fraction = `${inText(rest)} ${rest === 1 ? 'paisa' : 'paise'}`;
  if (rupees === 0 && rest > 0) return `${fraction.charAt(0).toUpperCase()}${fraction.slice(1)} only`;
  const whole = `${rupees === 1 ? 'Rupee' : 'Rupees'} ${inText(rupees)}`;
  return `${whole}${rest > 0 ? ` and ${fraction}` : ''} only`;
}

const lakhs = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/**
 * Formats an amount in rupees with two decimals and Indian grouping. Example: 12500000 → `1,25,000.00`.
 * @throws RangeError unless `paise` is a safe integer of at least 0
 */
export function rupeesInDigits(paise: number): string {
  const [rupees, rest] = parts(paise);
  return `${lakhs.format(rupees)}.${String(rest).padStart(2, '0')}`;
}

function parts(paise: number): [rupees: number, rest: number] {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`${paise} paise is not an amount`);
  const rest = paise % 100;
  return [(paise - rest) / 100, rest];
}

function inText(count: number): string {
  const step = steps.find(({ size }) => count >= size);
  if (step) {
    const rest = count % step.size;
    const many = `${inText((count - rest) / step.size)} ${step.word}`;
    return rest === 0 ? many : `${many} ${inText(rest)}`;
  }
  if (count < 20) return small[count] ?? '';
  const one = count % 10;
  const ten = tens[(count - one) / 10] ?? '';
  return one === 0 ? ten : `${ten}-${small[one]}`;
}
