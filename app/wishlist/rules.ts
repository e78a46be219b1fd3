/** What a heart was last asked for in this tab, and in whose session. */
export type PendingWish = { wished: boolean; token: string };

/** By the pieces' numbers. */
export type PendingWishes = ReadonlyMap<string, PendingWish>;

/** What this session asked for the piece; `undefined` when nothing is asked. */
export function pendingWishedState(
  pendingWishes: PendingWishes,
  proId: string,
  token: string | undefined,
): boolean | undefined {
  const wish = pendingWishes.get(proId);
  return wish?.token === token ? wish?.wished : undefined;
}

/** Whether the heart is full: what was asked last counts, then what the shop knows; an unknown heart is empty. */
export function isWished(
  proId: string,
  pending: boolean | undefined,
  savedIds: readonly string[] | undefined,
): boolean {
  return pending ?? savedIds?.includes(proId) ?? false;
}

/** The numbers with the piece's among them, or without it. The newest wish stands first. */
export function applyWish(proIds: readonly string[], proId: string, wished: boolean): string[] {
  if (wished && proIds.includes(proId)) return [...proIds];
  const others = proIds.filter((one) => one !== proId);
  return wished ? [proId, ...others] : others;
}

/** The pieces without those that this session has asked to be taken off. */
export function withoutRemoved<T extends { proId: string }>(
  items: readonly T[],
  pendingWishes: PendingWishes,
  token: string | undefined,
): T[] {
  return items.filter(({ proId }) => pendingWishedState(pendingWishes, proId, token) !== false);
}
