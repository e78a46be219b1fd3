/** What a heart was last asked for in this tab, and in whose session. */
export type RequestedProduct = { wished: boolean; token: string };

/** By the pieces' numbers. */
export type RequestedProducts = ReadonlyMap<string, RequestedProduct>;

/** What this session asked for the piece; `undefined` when nothing is asked. */
export function requestedFor(
  input: RequestedProducts,
  proId: string,
  token: string | undefined,
): boolean | undefined {
  const wish = input.get(proId);
  return wish?.token === token ? wish?.wished : undefined;
}

/** Whether the heart is full: what was asked last counts, then what the shop knows; an unknown heart is empty. */
export function isWished(
  proId: string,
  input: boolean | undefined,
  known: readonly string[] | undefined,
): boolean {
  return input ?? known?.includes(proId) ?? false;
}

/** The numbers with the piece's among them, or without it. The newest wish stands first. */
export function withHeart(proIds: readonly string[], proId: string, wished: boolean): string[] {
  if (wished && proIds.includes(proId)) return [...proIds];
  const others = proIds.filter((one) => one !== proId);
  return wished ? [proId, ...others] : others;
}

/** The pieces without those that this session has asked to be taken off. */
export function withoutUnwished<T extends { proId: string }>(
  items: readonly T[],
  input: RequestedProducts,
  token: string | undefined,
): T[] {
  return items.filter(({ proId }) => requestedFor(input, proId, token) !== false);
}
