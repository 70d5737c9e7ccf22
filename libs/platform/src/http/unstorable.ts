const HALF_PAIR = /\p{Surrogate}/u;

/** PostgreSQL keeps no U+0000 in a text, and no half of a surrogate pair in JSON. */
const isUnstorable = (text: string): boolean => text.includes('\0') || HALF_PAIR.test(text);

/**
 * Where a value that was read from JSON holds text that cannot be stored, as `filters.owner`; null when nothing does.
 * What is no plain object (a stream of a file) is not looked into.
 */
export function unstorableAt(value: unknown): string | null {
  const left: { readonly at: string; readonly value: unknown }[] = [{ at: '', value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { at, value: one } = next;
    if (typeof one === 'string' && isUnstorable(one)) return at;
    if (!Array.isArray(one) && !isPlain(one)) continue;
    for (const [name, inner] of Object.entries(one)) {
      if (isUnstorable(name)) return at;
      if (inner !== null && typeof inner !== 'number' && typeof inner !== 'boolean')
        left.push({ at: at === '' ? name : `${at}.${name}`, value: inner });
    }
  }
  return null;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
