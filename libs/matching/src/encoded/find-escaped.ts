import { isAscii } from 'node:buffer';
import type { Span } from '../text/spans.ts';
import type { Escape } from '../text/views.ts';
import { beginsComposed, COMPOSED_BEGINNINGS, composedStart, mayBeComposed } from './composed.ts';
import { type ByteEscape, BYTE_ESCAPES, mayBegin, READERS } from './escapes.ts';
import { isWord } from './words.ts';

/** How much of a word around an escape is read; longer ones are those of minified programs. */
const REACH_BYTES = 1024;

/** Areas of this length are searched by the runtime, a byte in a tenth of the time; each call takes as long as some hundred bytes. */
const SEARCHED_BYTES = 1024;

/** The next place at which an escape may begin; `to` where there is none. Comparisons with literals take less time than any table. */
function nextFirst(text: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const byte = text[at];
    if (byte === 0x25 || byte === 0x26 || byte === 0x5c || (byte !== undefined && byte >= 0xc2 && beginsComposed(byte))) return at;
  }
  return to;
}

/** By byte: the kind of escape that begins with it. All others are marks of letters or invisible characters. */
const KIND_OF: ReadonlyMap<number, ByteEscape> = new Map(BYTE_ESCAPES.map((kind) => [READERS[kind].first, kind]));

type OnStretch = (kind: Escape, start: number, end: number) => void;

/** Whether an escape has its distinctive byte at a place: the first one, or that of a mark behind a letter. */
function isEscape(kind: Escape, text: Uint8Array, at: number): boolean {
  if (kind !== 'composed')
    return text[at] === READERS[kind].first && mayBegin(kind, text[at + 1] ?? 0) && READERS[kind].at(text, at) !== undefined;
  return mayBeComposed(text, at) && READERS.composed.at(text, composedStart(text, at)) !== undefined;
}

/** Reports the word with an escape at `at`; of a long word what is near to an escape. Returns where it ends, -1 where no escape is. */
function takeWord(kind: Escape, text: Uint8Array, at: number, { start: from, end: to }: Span, onStretch: OnStretch): number {
  if (!isEscape(kind, text, at)) return -1;
  let start = at;
  while (start > from && at - start < REACH_BYTES && isWord(text[start - 1])) start--;
  let end = at;
  for (let last = at; end < to && end - last < REACH_BYTES && isWord(text[end]); end++) if (isEscape(kind, text, end)) last = end;
  onStretch(kind, start, end);
  return end;
}

function searchArea(text: Uint8Array, area: Span, onStretch: OnStretch): void {
  const { start: from, end: to } = area;
  const searched = Buffer.from(text.buffer, text.byteOffset + from, to - from);
  for (const kind of BYTE_ESCAPES) {
    const { first } = READERS[kind];
    let after = from;
    for (let at = searched.indexOf(first); at !== -1; ) {
      const end = takeWord(kind, text, from + at, { start: after, end: to }, onStretch);
      if (end !== -1) after = end;
      at = searched.indexOf(first, Math.max(at + 1, end - from));
    }
  }
  if (!isAscii(searched)) searchComposed(text, searched, area, onStretch);
}

/** The words with marks or invisible characters, in the order of the text: what begins one is searched by the runtime as well. */
function searchComposed(text: Uint8Array, searched: Buffer, { start: from, end: to }: Span, onStretch: OnStretch): void {
  const places = COMPOSED_BEGINNINGS.map((beginning) => searched.indexOf(beginning));
  let after = from;
  for (let at = 0; ; ) {
    let next = -1;
    for (const [number, beginning] of COMPOSED_BEGINNINGS.entries()) {
      let place = places[number] ?? -1;
      if (place === -1) continue;
      if (place < at) place = places[number] = searched.indexOf(beginning, at);
      if (place !== -1 && (next === -1 || place < next)) next = place;
    }
    if (next === -1) return;
    const end = takeWord('composed', text, from + next, { start: after, end: to }, onStretch);
    if (end !== -1) after = end;
    at = Math.max(next + 1, end - from);
  }
}

function readArea(text: Uint8Array, { start: from, end: to }: Span, onStretch: OnStretch): void {
  let at = nextFirst(text, from, to);
  // Most areas have no such byte.
  if (at === to) return;
  const after = { percent: from, entity: from, unicode: from, composed: from };
  for (; at < to; at = nextFirst(text, at + 1, to)) {
    const kind = KIND_OF.get(text[at] ?? 0) ?? 'composed';
    if (at >= after[kind]) after[kind] = Math.max(after[kind], takeWord(kind, text, at, { start: after[kind], end: to }, onStretch));
  }
}

/** Finds words with escapes in areas at whose ends no word goes on, for each kind of its own. */
export function findEscaped(text: Uint8Array, areas: readonly Span[], onStretch: OnStretch): void {
  for (const area of areas) (area.end - area.start < SEARCHED_BYTES ? readArea : searchArea)(text, area, onStretch);
}
