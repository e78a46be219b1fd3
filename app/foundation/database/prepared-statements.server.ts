/** As many statements as a connection keeps prepared: more than the shop has, but for those whose length varies. */
const maxNames = 500;
/** As many texts as are counted before any of them has a name. */
const maxCounted = 2000;
/** What is asked as often as this is asked again. */
const oftenEnough = 3;

/**
 * Gives a text of SQL the name under which a connection keeps it prepared, once the text has come often enough:
 * planning an order takes PostgreSQL longer than doing it. A list of any length within a text makes a new text for every
 * length, so rare ones stay nameless and there are never more names than a connection can keep.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= maxNames) return name;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < oftenEnough) {
      if (counts.size >= maxCounted) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const given = `shop_${names.size}`;
    names.set(text, given);
    return given;
  };
}
