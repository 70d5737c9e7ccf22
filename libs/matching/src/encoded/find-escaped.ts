import type { Span } from '../text/spans.ts';
import type { Escape } from '../text/views.ts';
import { ESCAPES, mayBegin, READERS } from './escapes.ts';

/** How much of a word around an escape is read; longer ones are those of minified programs. */
const REACH_BYTES = 1024;

/** Visible characters but quotation marks and brackets of markup. */
const IS_WORD: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x20 && byte !== 0x7f && !'"\'`<>'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
const isWord = (byte: number | undefined): boolean => byte !== undefined && IS_WORD[byte] === 1;

/** The places before and behind which no stretch that concerns `from` goes on; the first one not below `floor`. */
export function wordStart(text: Uint8Array, from: number, floor: number): number {
  let at = from;
  while (at > floor && isWord(text[at - 1])) at--;
  return at;
}
export function wordEnd(text: Uint8Array, from: number): number {
  let at = from;
  while (isWord(text[at])) at++;
  return at;
}

/**
 * The next place at which an escape may begin; `to` where there is none. All that is new in a history passes here: comparisons with literals
 * take 0.6 ns a byte, a look into a table or constants of the module two to three times as long.
 */
function nextFirst(text: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const byte = text[at];
    if (byte === 0x25 || byte === 0x26 || byte === 0x5c) return at;
  }
  return to;
}

/** By byte: the kind of escape that begins with it. */
const KIND_OF: ReadonlyMap<number, Escape> = new Map(ESCAPES.map((kind) => [READERS[kind].first, kind]));

/** Finds words with escapes in areas at whose ends no word goes on, for each kind of its own; of a long word what is near to an escape. */
export function findEscaped(text: Uint8Array, areas: readonly Span[], onStretch: (kind: Escape, start: number, end: number) => void): void {
  /** By kind, where the last stretch ends. */
  const after = { percent: 0, entity: 0, unicode: 0 };
  for (const { start: from, end: to } of areas) {
    for (let at = nextFirst(text, from, to); at < to; at = nextFirst(text, at + 1, to)) {
      const kind = KIND_OF.get(text[at] ?? 0);
      if (kind === undefined || at < after[kind] || !mayBegin(kind, text[at + 1] ?? 0)) continue;
      const { first, at: read } = READERS[kind];
      if (read(text, at) === undefined) continue;
      const before = Math.max(from, after[kind]);
      let start = at;
      while (start > before && at - start < REACH_BYTES && isWord(text[start - 1])) start--;
      let end = at;
      for (let last = at; end < to && end - last < REACH_BYTES && isWord(text[end]); end++)
        if (text[end] === first && read(text, end) !== undefined) last = end;
      onStretch(kind, start, end);
      after[kind] = end;
    }
  }
}
