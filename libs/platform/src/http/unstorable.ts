const HALF_PAIR = /\p{Surrogate}/u;

export interface UnstorableOptions {
  /** U+0000 is left to the rules of the field: they name the fault, or leave the line out and say so. */
  readonly leavesNul: boolean;
}

/**
 * Where a value that was read from JSON holds text that PostgreSQL keeps neither in a text (U+0000) nor in JSON (half of a
 * surrogate pair), as `filters.owner`; null when nothing does. What is no plain object (a file's stream) is not looked into.
 */
export function unstorableAt(value: unknown, { leavesNul }: UnstorableOptions): string | null {
  const isUnstorable = (text: string) => HALF_PAIR.test(text) || (!leavesNul && text.includes('\0'));
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
