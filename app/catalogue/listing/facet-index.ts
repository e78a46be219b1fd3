/**
 * Values of a product in one dimension: the labels under which the product is listed, and the lower-case texts that filters
 * search.
 */
type FacetValues = { labels: readonly string[]; searched: readonly string[] };

export type FacetIndex = ReturnType<typeof createFacetIndex>;

/**
 * Creates the index of one dimension. The index gives each distinct {@link FacetValues} a number. A shop has far fewer distinct
 * values than products.
 */
export function createFacetIndex() {
  const all: FacetValues[] = [];
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const folded = (value: string) => value.toLowerCase();
  return {
    get size() {
      return all.length;
    },
    numberOf(labels: readonly string[], searched: readonly string[]): number {
      const key = JSON.stringify([labels, searched]);
      const existing = numbers.get(key);
      if (existing !== undefined) return existing;
      const number = all.push({ labels, searched: searched.map(folded) }) - 1;
      numbers.set(key, number);
      return number;
    },
    labelsOf: (number: number) => all[number]?.labels ?? [],
    /** Adds `change` to the number of products that have the values with this number. */
    count: (number: number, change: 1 | -1) => {
      counts[number] = (counts[number] ?? 0) + change;
    },
    /** Returns the number of products for each label. Omits labels that no product has. */
    countByLabel() {
      const countOf = new Map<string, number>();
      for (const [number, products] of counts.entries())
        for (const label of products > 0 ? (all[number]?.labels ?? []) : [])
          countOf.set(label, (countOf.get(label) ?? 0) + products);
      return countOf;
    },
    /**
     * Returns a boolean for each numbered {@link FacetValues}. It is true if one of the searched texts equals `name`, ignoring
     * case.
     */
    matchingName(name: string): readonly boolean[] {
      const foldedName = folded(name);
      return all.map(({ searched }) => searched.includes(foldedName));
    },
    /**
     * Returns a boolean for each numbered {@link FacetValues}. It is true if one of the searched texts contains `value`, ignoring
     * case.
     */
    containing(value: string): readonly boolean[] {
      const foldedValue = folded(value);
      return all.map(({ searched }) => searched.some((text) => text.includes(foldedValue)));
    },
  };
}
