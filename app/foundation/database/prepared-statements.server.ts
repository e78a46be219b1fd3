/** Maximum number of prepared statements per connection. The shop has fewer, except for lists of varying length. */
const maxNames = 500;
/** Maximum number of unnamed texts whose uses are counted. */
const maxCountedTexts = 2000;
/** A text gets a name at this use. */
const minUses = 3;

/**
 * Returns a function that names frequent SQL texts, so that connections prepare them: planning the statements of an order
 * takes PostgreSQL longer than running them. A list in a text makes a new text for every length, so rare texts get no name
 * (undefined) and the number of names is limited.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= maxNames) return name;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < minUses) {
      if (counts.size >= maxCountedTexts) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const newName = `shop_${names.size}`;
    names.set(text, newName);
    return newName;
  };
}
