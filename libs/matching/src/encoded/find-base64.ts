import type { Span } from '../text/spans.ts';
import { isCharacter, LEAST_WRAPPED_CHARACTERS, MOST_LOOKED_AT, mayHoldAny } from './base64-alphabet.ts';
import { eachRun } from './base64-runs.ts';
import { SpanList } from './number-list.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;
const LETTER_R = 0x72;
/** Spaces before a line, as YAML and mails have. */
const INDENT_MAX = 64;

const isBlank = (byte: number | undefined): boolean => byte === SPACE || byte === TAB;

/** Where the line after a break begins; -1 where there is none at `at`. A break is a line end with an indent, or `\n` as strings in programs have. */
export function afterBreak(text: Uint8Array, at: number): number {
  let next = at;
  if (text[next] === BACKSLASH) {
    if (text[next + 1] === LETTER_R && text[next + 2] === BACKSLASH) next += 2;
    return text[next + 1] === LETTER_N ? next + 2 : -1;
  }
  if (text[next] === CARRIAGE_RETURN) next++;
  if (text[next] === LINE_FEED) next++;
  if (next === at) return -1;
  for (let blanks = 0; blanks < INDENT_MAX && isBlank(text[next]); blanks++) next++;
  return next;
}

/** By byte: 1 for what may be between two lines, 2 for what is in every break. */
const BETWEEN: Uint8Array = new Uint8Array(256);
BETWEEN.set([1], SPACE);
BETWEEN.set([1], TAB);
for (const byte of [LINE_FEED, CARRIAGE_RETURN, BACKSLASH]) BETWEEN.set([2], byte);
/** The longest break: line ends, an indent, and a place in the middle of it. */
const BREAK_MAX = INDENT_MAX + 4;

/** Whether a break may be at a place, in one direction, and behind it a character: how far that is, 0 where none is. A place in the middle of an indent is one too. */
function breakFrom(text: Uint8Array, at: number, step: 1 | -1, limit: number, isPlace: boolean): number {
  let isBreak = isPlace;
  let length = 0;
  let next = at;
  for (; length < BREAK_MAX && next !== limit; length++, next += step) {
    const kind = BETWEEN[text[next] ?? 0] ?? 0;
    if (kind === 0) break;
    isBreak ||= kind === 2;
  }
  return isBreak && length > 0 && next !== limit && isCharacter(text[next]) ? length : 0;
}

/** Moves over characters and breaks in one direction, further rather than not far enough. `first` and `limit` are the places of bytes. */
function moveOver(text: Uint8Array, first: number, step: 1 | -1, limit: number): number {
  for (let at = first; ; ) {
    while (at !== limit && isCharacter(text[at])) at += step;
    const length = breakFrom(text, at, step, limit, at === first);
    if (length === 0) return at;
    at += step * length;
  }
}

/** A place before which no stretch that concerns `from` begins; `floor` where that is reached before. */
export const backOver = (text: Uint8Array, from: number, floor: number): number => moveOver(text, from - 1, -1, floor - 1) + 1;
/** A place behind which no stretch that concerns `from` ends. */
export const onOver = (text: Uint8Array, from: number): number => moveOver(text, from, 1, text.length);

/**
 * Finds stretches of base64 in areas at whose ends none goes on: a line of LEAST_CHARACTERS or more, or lines of
 * LEAST_WRAPPED_CHARACTERS or more, one under the other, the last one of any length. What certainly holds no text is left out.
 * Most bytes of ordinary text are passed over.
 * @param areas sorted and apart
 */
export function findBase64(text: Uint8Array, areas: readonly Span[], onStretch: (start: number, end: number) => void): void {
  let read = 0;
  eachRun(text, areas, (start, lineEnd, isPossible, to) => {
    // A line of the stretch before.
    if (start < read) return;
    const isLine = lineEnd - start < LEAST_WRAPPED_CHARACTERS || !goesOn(text, lineEnd, to);
    const end = isLine ? lineEnd : stretchEnd(text, start, to);
    if (isLine ? mayHoldAny(text, start, end, isPossible) : mayHoldLines(text, start, end)) onStretch(start, end);
    read = end;
  });
}

const joined = new Uint8Array(MOST_LOOKED_AT);

/** `mayHoldAny` of the lines of a stretch, one behind the other: a name at the end of a line, and the word that begins the next one, hold nothing. */
function mayHoldLines(text: Uint8Array, start: number, end: number): boolean {
  let count = 0;
  for (let at = start; at !== -1 && at < end; at = afterBreak(text, at))
    for (; at < end && isCharacter(text[at]); at++) {
      if (count === MOST_LOOKED_AT) return true;
      joined[count++] = text[at] ?? 0;
    }
  return mayHoldAny(joined, 0, count);
}

function goesOn(text: Uint8Array, at: number, to: number): boolean {
  const next = afterBreak(text, at);
  return next !== -1 && next < to && isCharacter(text[next]);
}

function stretchEnd(text: Uint8Array, start: number, to: number): number {
  let line = start;
  for (let at = start; ; ) {
    while (at < to && isCharacter(text[at])) at++;
    if (at - line < LEAST_WRAPPED_CHARACTERS) return at;
    if (!goesOn(text, at, to)) return at;
    line = afterBreak(text, at);
    at = line;
  }
}

/** The lines of a stretch. */
export function linesOf(text: Uint8Array, { start, end }: Span): SpanList {
  const lines = new SpanList();
  for (let at = start; at < end; ) {
    const line = at;
    while (at < end && isCharacter(text[at])) at++;
    lines.add(line, at);
    const next = afterBreak(text, at);
    if (next === -1) break;
    at = next;
  }
  return lines;
}
