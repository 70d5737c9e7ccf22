import type { Span } from '../text/spans.ts';
import type { Escape } from '../text/views.ts';
import { READERS } from './escapes.ts';

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

/** Finds words with escapes of one kind in areas at whose ends no word goes on; of a long word what is near to an escape. */
export function findEscaped(kind: Escape, text: Uint8Array, areas: readonly Span[], onStretch: (start: number, end: number) => void): void {
  const { first, at: read } = READERS[kind];
  // One search goes through the whole text, however many areas there are.
  let at = -1;
  for (const { start: from, end: to } of areas) {
    let before = from;
    if (at < from) at = text.indexOf(first, from);
    for (; at !== -1 && at < to; at = text.indexOf(first, at + 1)) {
      if (read(text, at) === undefined) continue;
      let start = at;
      while (start > before && at - start < REACH_BYTES && isWord(text[start - 1])) start--;
      let end = at;
      for (let last = at; end < to && end - last < REACH_BYTES && isWord(text[end]); end++)
        if (text[end] === first && read(text, end) !== undefined) last = end;
      onStretch(start, end);
      before = end;
      at = end - 1;
    }
    if (at === -1) return;
  }
}
