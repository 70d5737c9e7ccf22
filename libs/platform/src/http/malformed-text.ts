/** Half of a pair: read by code points, a whole pair is none. */
const HALF_PAIR = /\p{Cs}/u;

/** A text that PostgreSQL cannot keep: half of a surrogate pair, and where `nul` says so also a NUL. */
const isMalformed = (text: string, nul: boolean): boolean => HALF_PAIR.test(text) || (nul && text.includes('\0'));

/**
 * Paths of texts in parsed JSON or in a query that no service can look for or keep: PostgreSQL would answer with an
 * error of its own. `nul`: a NUL counts as well; in a body it may stand in a line that a rule drops and tells of.
 */
export function malformedTexts(value: unknown, nul: boolean, path = ''): string[] {
  if (typeof value === 'string') return isMalformed(value, nul) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const inside = path === '' ? name : `${path}.${name}`;
    return [...(isMalformed(name, nul) ? [path] : []), ...malformedTexts(part, nul, inside)];
  });
}
