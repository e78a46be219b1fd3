/**
 * Maximum number of prepared statements per connection. The shop has fewer statements, not counting statements with
 * lists of varying length.
 */
const maxNames = 500;
/** Maximum number of unnamed texts whose uses are counted. */
const maxCountedTexts = 2000;
/** Number of uses that a text needs to get a name. */
const minUses = 3;

/**
 * Returns a function that names frequent SQL texts, so that connections prepare them. Without preparation, PostgreSQL
 * takes longer to plan the statements of an order than to run them. A statement with a list has another text for each
 * length of the list. Rare texts therefore get no name (undefined), and the number of names is limited.
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
