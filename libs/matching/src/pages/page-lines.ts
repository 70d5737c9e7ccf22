import { READERS } from '../encoded/escapes.ts';
import type { Span } from '../text/spans.ts';

const [AMPERSAND, SPACE, TAB] = [0x26, 0x20, 0x09];
export const isSpace = (byte: number): boolean => byte === SPACE || (byte >= TAB && byte <= 0x0d);

/** Parts of one line. A row of the widest tables has some hundreds, a line of a coloured program some thousands. */
const PARTS_MAX = 20_000;

/** A line of a page as people see it. */
export interface PageLine {
  readonly bytes: Uint8Array;
  /** The characters of the source that are a byte of the line. */
  readonly originOf: (byte: number) => Span;
}

/** Collects the text of one line. A line without markup in it is not made: it stands in the source as it is. */
export class LineMaker {
  readonly #source: Uint8Array;
  /** Start and end of each stretch of text; a separator is its byte, negative, and its place. */
  #parts: number[] = [];
  #stretches = 0;
  /** Of the last stretch. */
  #isBlank = true;

  constructor(source: Uint8Array) {
    this.#source = source;
  }

  /** It has more parts than people see in a line: it ends here, so that its memory is bounded. */
  get isFull(): boolean {
    return this.#parts.length >= 2 * PARTS_MAX;
  }

  text(start: number, end: number): void {
    const parts = this.#parts;
    if (parts.length > 0 && parts.at(-1) === start && (parts.at(-2) ?? 0) >= 0) {
      parts[parts.length - 1] = end;
    } else {
      parts.push(start, end);
      this.#isBlank = true;
    }
    if (!this.#isBlank || isBlank(this.#source, start, end)) return;
    this.#isBlank = false;
    this.#stretches++;
  }

  /** A tab between cells. */
  cell(place: number): void {
    if (this.#stretches > 0) this.#parts.push(-TAB, place);
  }

  space(place: number): void {
    this.#parts.push(-SPACE, place);
  }

  /** Ends the line. @param keepsSpaces where spaces are shown as they are */
  end(keepsSpaces: boolean): PageLine | undefined {
    const line = this.#stretches > 1 ? this.#made(keepsSpaces) : undefined;
    if (this.#parts.length > 0) this.#parts = [];
    this.#stretches = 0;
    return line;
  }

  #made(keepsSpaces: boolean): PageLine {
    const source = this.#source;
    const parts = this.#parts;
    // A separator is a byte, and what is escaped is longer than what it stands for.
    let capacity = 0;
    for (let at = 0; at < parts.length; at += 2) capacity += (parts[at] ?? 0) < 0 ? 1 : (parts[at + 1] ?? 0) - (parts[at] ?? 0);
    const bytes = new Uint8Array(capacity);
    const runs = new Runs();
    const { at: entityAt } = READERS.entity;
    let length = 0;
    /** Place of a space that is written before the next character. */
    let pending = -1;
    for (let part = 0; part < parts.length; part += 2) {
      const [first = 0, second = 0] = [parts[part], parts[part + 1]];
      if (first < 0) {
        if (first === -TAB || keepsSpaces) {
          runs.add(length, second, 1);
          bytes[length++] = -first;
          pending = -1;
        } else if (pending === -1) pending = second;
        continue;
      }
      for (let at = first; at < second; ) {
        const byte = source[at] ?? 0;
        if (isSpace(byte) && !keepsSpaces) {
          if (pending === -1) pending = at;
          at++;
          continue;
        }
        if (pending !== -1) {
          // None at the beginning of a line or a cell.
          if (length > 0 && bytes[length - 1] !== TAB) {
            runs.add(length, pending, 1);
            bytes[length++] = SPACE;
          }
          pending = -1;
        }
        const escaped = byte === AMPERSAND ? entityAt(source, at) : undefined;
        if (escaped !== undefined && at + escaped.length <= second) {
          runs.add(length, at, escaped.length);
          bytes.set(escaped.bytes, length);
          length += escaped.bytes.length;
          at += escaped.length;
        } else {
          runs.follow(length, at);
          bytes[length++] = byte;
          at++;
        }
      }
    }
    return { bytes: bytes.subarray(0, length), originOf: (byte) => runs.originOf(byte) };
  }
}

function isBlank(source: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(source[at] ?? 0)) return false;
  return true;
}

/** Where the bytes of a line come from: those of a run one after another, or all from the same characters. */
class Runs {
  readonly #places: number[] = [];
  readonly #origins: number[] = [];
  /** Characters that all bytes of a run come from; 0 for one after another. */
  readonly #lengths: number[] = [];

  add(place: number, origin: number, length: number): void {
    this.#places.push(place);
    this.#origins.push(origin);
    this.#lengths.push(length);
  }

  /** A byte that stands in the source as it is. */
  follow(place: number, origin: number): void {
    const last = this.#places.length - 1;
    const isNext = last >= 0 && this.#lengths[last] === 0 && (this.#origins[last] ?? 0) - (this.#places[last] ?? 0) === origin - place;
    if (!isNext) this.add(place, origin, 0);
  }

  originOf(byte: number): Span {
    let low = 0;
    let high = this.#places.length;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((this.#places[middle] ?? 0) <= byte) low = middle;
      else high = middle;
    }
    const origin = this.#origins[low] ?? 0;
    const length = this.#lengths[low] ?? 0;
    const start = length > 0 ? origin : origin + byte - (this.#places[low] ?? 0);
    return { start, end: start + Math.max(1, length) };
  }
}
