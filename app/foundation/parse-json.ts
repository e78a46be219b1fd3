/** Parses JSON. Returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the property `key` of an unknown value if it is an object. Otherwise returns undefined. */
export function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns the property `key` of an unknown value if it is a string. Otherwise returns undefined. */
export function textAt(value: unknown, key: string): string | undefined {
  const text = propertyOf(value, key);
  return typeof text === 'string' ? text : undefined;
}
