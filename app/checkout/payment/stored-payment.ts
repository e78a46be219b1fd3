/** What this tab keeps over a reload, and forgets when it is closed. Where storage is refused, nothing is kept. */
export function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** `null` forgets it. */
export function store(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Whoever refuses storage begins anew after a reload.
  }
}

/** What stands there may have been written by anybody. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null');
  } catch {
    return undefined;
  }
}
