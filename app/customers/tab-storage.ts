/** Texts in the tab's `sessionStorage`: they survive a reload. Where storage is refused, they last as long as the page. */
const refused = new Map<string, string>();

/** The keys of personal data, which signing out removes. Checkout writes them; its code may not be loaded then. */
export const personalKeys = { delivery: 'tanabana.delivery', attempt: 'tanabana.attempt' } as const;

type PersonalKey = (typeof personalKeys)[keyof typeof personalKeys];

/** Stores the text; `null` removes it. */
export function storeInTab(key: PersonalKey, text: string | null): void {
  refused.delete(key);
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    if (text !== null) refused.set(key, text);
  }
}

/** Parses the stored JSON, which any script of this origin may have written. Returns undefined if it is not JSON. */
export function readTabJson(key: PersonalKey): unknown {
  try {
    return JSON.parse(refused.get(key) ?? sessionStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

export function clearPersonalData(): void {
  for (const key of Object.values(personalKeys)) storeInTab(key, null);
}
