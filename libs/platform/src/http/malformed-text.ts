/** Half of a pair: read by code points, a whole pair is none. */
const HALF_PAIR = /\p{Cs}/u;

/** A text that PostgreSQL cannot keep: half of a surrogate pair, and where `nul` says so also a NUL. */
const isMalformed = (text: string, nul: boolean): boolean => HALF_PAIR.test(text) || (nul && text.includes('\0'));

/**
 * Paths of texts in parsed JSON or in a query that no service can look for or keep: PostgreSQL would answer with an
 * error of its own. `nul`: a NUL counts as well; in a body it may stand in a line that a rule drops and tells of.
 * However deep a body is, and what is no plain object (the stream of a file) is not looked into.
 */
export function malformedTexts(value: unknown, nul: boolean): string[] {
  const paths: string[] = [];
  const left: { readonly path: string; readonly part: unknown }[] = [{ path: '', part: value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { path, part } = next;
    if (typeof part === 'string' && isMalformed(part, nul)) paths.push(path);
    if (!Array.isArray(part) && !isPlain(part)) continue;
    for (const [name, inside] of Object.entries(part)) {
      if (isMalformed(name, nul)) paths.push(path);
      left.push({ path: path === '' ? name : `${path}.${name}`, part: inside });
    }
  }
  return paths;
}

/** Of JSON, or of a query or path, whose objects have a prototype that is empty. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
