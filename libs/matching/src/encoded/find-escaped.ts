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

/** Areas of this length are searched by the runtime, a byte in a tenth of the time; each call takes as long as some hundred bytes. */
const SEARCHED_BYTES = 1024;

/** The next place at which an escape may begin; `to` where there is none. Comparisons with literals take less time than any table. */
function nextFirst(text: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const byte = text[at];
    if (byte === 0x25 || byte === 0x26 || byte === 0x5c) return at;
  }
  return to;
}

/** By byte: the kind of escape that begins with it. */
const KIND_OF: ReadonlyMap<number, Escape> = new Map(ESCAPES.map((kind) => [READERS[kind].first, kind]));

type OnStretch = (kind: Escape, start: number, end: number) => void;

/** Reports the word with an escape at `at`, unless there is none; of a long word what is near to an escape. Returns where to go on. */
function takeWord(kind: Escape, text: Uint8Array, at: number, { start: from, end: to }: Span, onStretch: OnStretch): number {
  if (!mayBegin(kind, text[at + 1] ?? 0)) return at + 1;
  const { first, at: read } = READERS[kind];
  if (read(text, at) === undefined) return at + 1;
  let start = at;
  while (start > from && at - start < REACH_BYTES && isWord(text[start - 1])) start--;
  let end = at;
  for (let last = at; end < to && end - last < REACH_BYTES && isWord(text[end]); end++)
    if (text[end] === first && read(text, end) !== undefined) last = end;
  onStretch(kind, start, end);
  return end;
}

function searchArea(text: Uint8Array, area: Span, onStretch: OnStretch): void {
  const { start: from, end: to } = area;
  const searched = Buffer.from(text.buffer, text.byteOffset + from, to - from);
  for (const kind of ESCAPES) {
    const { first } = READERS[kind];
    let after = from;
    for (let at = searched.indexOf(first); at !== -1; at = searched.indexOf(first, after - from))
      after = Math.max(takeWord(kind, text, from + at, { start: after, end: to }, onStretch), from + at + 1);
  }
}

function readArea(text: Uint8Array, { start: from, end: to }: Span, onStretch: OnStretch): void {
  const after = { percent: from, entity: from, unicode: from };
  for (let at = nextFirst(text, from, to); at < to; at = nextFirst(text, at + 1, to)) {
    const kind = KIND_OF.get(text[at] ?? 0);
    if (kind !== undefined && at >= after[kind]) after[kind] = takeWord(kind, text, at, { start: after[kind], end: to }, onStretch);
  }
}

/** Finds words with escapes in areas at whose ends no word goes on, for each kind of its own. */
export function findEscaped(text: Uint8Array, areas: readonly Span[], onStretch: OnStretch): void {
  for (const area of areas) (area.end - area.start < SEARCHED_BYTES ? readArea : searchArea)(text, area, onStretch);
}
