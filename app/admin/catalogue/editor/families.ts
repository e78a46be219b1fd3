/** What kind of thing a category holds: it decides which measures the editor asks for. */
export type Family = 'saree' | 'suit' | 'set' | 'wrap' | 'other';

export function familyOf(categoryName: string): Family {
  if (/sar(ee|i)/i.test(categoryName)) return 'saree';
  if (/suit|kurta|salwar/i.test(categoryName)) return 'suit';
  if (/co-?ord|set\b|sets\b/i.test(categoryName)) return 'set';
  if (/dupatta|stole|shawl|scarf|odhni/i.test(categoryName)) return 'wrap';
  return 'other';
}

/** A part that is measured: its name in the description, what the editor calls it, and whether its width counts too. */
export type MeasuredPart = { part: string; label: string; hasWidth?: true };

export const partsOf: Record<Family, readonly MeasuredPart[]> = {
  saree: [
    { part: 'saree', label: 'Saree' },
    { part: 'blouse piece', label: 'Blouse piece' },
  ],
  suit: [
    { part: 'kurta', label: 'Kurta' },
    { part: 'trousers', label: 'Trousers' },
    { part: 'dupatta', label: 'Dupatta', hasWidth: true },
  ],
  set: [
    { part: 'top', label: 'Top' },
    { part: 'trousers', label: 'Trousers' },
  ],
  wrap: [{ part: 'whole', label: 'Length', hasWidth: true }],
  other: [{ part: 'whole', label: 'Length', hasWidth: true }],
};
