/** The last press of a product's heart in this tab, with the token of the session in which it was pressed. */
export type PendingWish = { wished: boolean; token: string };

/** The last heart presses, by product number. */
export type PendingWishes = ReadonlyMap<string, PendingWish>;

/**
 * Returns the state that the last press of the product's heart requested. Returns undefined if the heart was not pressed in the
 * session with this token.
 */
export function pendingWishedState(
  pendingWishes: PendingWishes,
  proId: string,
  token: string | undefined,
): boolean | undefined {
  const wish = pendingWishes.get(proId);
  return wish?.token === token ? wish?.wished : undefined;
}

/** True if the heart is full. The last press decides, if there is one, otherwise the saved ids. False if neither is known. */
export function isWished(
  proId: string,
  pending: boolean | undefined,
  savedIds: readonly string[] | undefined,
): boolean {
  return pending ?? savedIds?.includes(proId) ?? false;
}

/** Returns the product numbers with this number added or removed. A new number comes first. */
export function applyWish(proIds: readonly string[], proId: string, wished: boolean): string[] {
  if (wished && proIds.includes(proId)) return [...proIds];
  const others = proIds.filter((other) => other !== proId);
  return wished ? [proId, ...others] : others;
}

/** Returns the products except those whose removal was requested in the session with this token. */
export function withoutRemoved<T extends { proId: string }>(
  items: readonly T[],
  pendingWishes: PendingWishes,
  token: string | undefined,
): T[] {
  return items.filter(({ proId }) => pendingWishedState(pendingWishes, proId, token) !== false);
}
