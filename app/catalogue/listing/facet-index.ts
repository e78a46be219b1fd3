/** What some pieces have in common in one dimension: the values they are listed under, and the words a filter finds. */
type Wearing = { labels: readonly string[]; words: readonly string[] };

/** All that pieces wear in one dimension, numbered: a shop has few of them, however many pieces it has. */
export type FacetIndex = {
  readonly size: number;
  numberOf(labels: readonly string[], text: readonly string[]): number;
  labelsOf(number: number): readonly string[];
  /** Counts one piece more or less that wears this. */
  count(number: number, change: 1 | -1): void;
  /** How many pieces are listed under each value; those that nobody wears any more are left out. */
  worn(): Map<string, number>;
  /** For each number whether it has this very word, whatever the case. */
  named(word: string): readonly boolean[];
  /** For each number whether one of its words contains the value, whatever the case. */
  fitting(value: string): readonly boolean[];
};

export function createFacetIndex(): FacetIndex {
  const all: Wearing[] = [];
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const folded = (value: string) => value.toLowerCase();
  return {
    get size() {
      return all.length;
    },
    numberOf(labels, text) {
      const key = JSON.stringify([labels, text]);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const number = all.push({ labels, words: text.map(folded) }) - 1;
      numbers.set(key, number);
      return number;
    },
    labelsOf: (number) => all[number]?.labels ?? [],
    count: (number, change) => {
      counts[number] = (counts[number] ?? 0) + change;
    },
    worn() {
      const worn = new Map<string, number>();
      for (const [number, products] of counts.entries())
        for (const label of products > 0 ? (all[number]?.labels ?? []) : [])
          worn.set(label, (worn.get(label) ?? 0) + products);
      return worn;
    },
    named(word) {
      const input = folded(word);
      return all.map(({ words: text }) => text.includes(input));
    },
    fitting(value) {
      const input = folded(value);
      return all.map(({ words: text }) => text.some((word) => word.includes(input)));
    },
  };
}
