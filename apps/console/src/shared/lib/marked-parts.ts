export interface MarkedPart {
  readonly at: number;
  readonly text: string;
  readonly marked: boolean;
}

/** Splits a text into matches and the parts between them; matches are ordered and do not overlap. */
export function markedParts(text: string, matches: readonly { readonly start: number; readonly end: number }[]): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  const add = (from: number, to: number, marked: boolean) => {
    if (to > from) parts.push({ at: from, text: text.slice(from, to), marked });
  };
  let at = 0;
  for (const { start, end } of matches) {
    add(at, start, false);
    add(start, end, true);
    at = end;
  }
  add(at, text.length, false);
  return parts;
}
