import { effectOf, elementAt, isNameEnd } from './elements.ts';
import { isSpace, LineMaker, type PageLine } from './page-lines.ts';

const [GREATER, LESS, SLASH, EXCLAMATION, QUESTION, EQUALS, DASH, NEWLINE] = [0x3e, 0x3c, 0x2f, 0x21, 0x3f, 0x3d, 0x2d, 0x0a];
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isQuote = (byte: number): boolean => byte === 0x22 || byte === 0x27;

/** Where reading goes on between two lines. */
export interface PageState {
  readonly at: number;
  readonly isPreformatted: boolean;
  /** Lines within a cell do not end its row. */
  readonly isInCell: boolean;
  /** Whether some `?>` may follow. */
  readonly hasInstructions: boolean;
}
const BEGINNING: PageState = { at: 0, isPreformatted: false, isInCell: false, hasInstructions: true };

/**
 * Reads HTML in one pass, without a tree: the lines that its markup makes of parts of the text. A row of a table is a line with tabs between its cells. Time
 * is in proportion to the page, whatever its depth; memory to a line.
 */
export class PageReader {
  readonly #text: Uint8Array;
  readonly #buffer: Buffer;
  readonly #line: LineMaker;
  #at: number;
  #isPreformatted: boolean;
  #isInCell: boolean;
  #hasInstructions: boolean;
  #made: PageLine | undefined;

  constructor(text: Uint8Array, from: PageState = BEGINNING) {
    this.#text = text;
    this.#buffer = Buffer.from(text.buffer, text.byteOffset, text.length);
    this.#line = new LineMaker(text);
    this.#at = from.at;
    this.#isPreformatted = from.isPreformatted;
    this.#isInCell = from.isInCell;
    this.#hasInstructions = from.hasInstructions;
  }

  /** With which another reader gives the lines behind the last one. */
  get state(): PageState {
    return {
      at: this.#at,
      isPreformatted: this.#isPreformatted,
      isInCell: this.#isInCell,
      hasInstructions: this.#hasInstructions,
    };
  }

  /** The next line; undefined behind the last one. */
  next(): PageLine | undefined {
    this.#made = undefined;
    while (this.#made === undefined && this.#at < this.#text.length) {
      const at = this.#at;
      const next = this.#text[at] === LESS ? this.#markup(at) : at;
      // A sign that begins no tag is text.
      this.#at = next === at ? this.#addText(at) : next;
      if (this.#line.isFull) this.#endLine();
    }
    if (this.#made === undefined) this.#endLine();
    return this.#made;
  }

  /** Takes text up to the next tag, or to the end of its line where that is the end of a line for people too. */
  #addText(start: number): number {
    const found = this.#text.indexOf(LESS, start + 1);
    const end = found === -1 ? this.#text.length : found;
    const newline = this.#keepsSpaces ? this.#text.subarray(start, end).indexOf(NEWLINE) : -1;
    if (newline === -1) {
      this.#line.text(start, end);
      return end;
    }
    if (newline > 0) this.#line.text(start, start + newline);
    this.#endLine();
    return start + newline + 1;
  }

  get #keepsSpaces(): boolean {
    return this.#isPreformatted && !this.#isInCell;
  }

  #endLine(): void {
    this.#made = this.#line.end(this.#keepsSpaces) ?? this.#made;
  }

  /** Reads what begins with `<`; returns where it ends, or its beginning where it is text. */
  #markup(at: number): number {
    const byte = this.#text[at + 1] ?? 0;
    if (byte === EXCLAMATION) {
      const isComment = this.#text[at + 2] === DASH && this.#text[at + 3] === DASH;
      return isComment ? this.#after('-->', at + 2) : this.#after('>', at);
    }
    if (byte === QUESTION) return this.#afterInstruction(at);
    const isClosing = byte === SLASH;
    const name = at + (isClosing ? 2 : 1);
    if (!isLetter(this.#text[name] ?? 0)) return isClosing && name < this.#text.length ? this.#after('>', at) : at;
    const element = elementAt(this.#text, name);
    const end = this.#tagEnd(name);
    switch (effectOf(element)) {
      case 'line':
        if (this.#isInCell) this.#line.space(at);
        else this.#endLine();
        return end;
      case 'row':
        this.#endLine();
        this.#isInCell = false;
        return end;
      case 'cell':
        if (!isClosing) {
          this.#line.cell(at);
          this.#isInCell = true;
        }
        return end;
      case 'apart':
        this.#line.space(at);
        return end;
      case 'preformatted':
        this.#endLine();
        this.#isPreformatted = !isClosing;
        return end;
      case 'hidden':
        return isClosing ? end : this.#afterHidden(element, end);
      case 'inline':
        return end;
    }
  }

  /** Behind a tag, whose quoted values may hold `>`. A quote is one where a value begins, as the standard of HTML says. */
  #tagEnd(from: number): number {
    const text = this.#text;
    let at = from;
    while (at < text.length && !isNameEnd(text[at] ?? 0)) at++;
    let hasName = false;
    let place: 'names' | 'value' | 'bare' = 'names';
    for (; at < text.length; at++) {
      const byte = text[at] ?? 0;
      if (byte === GREATER) return at + 1;
      if (place === 'bare') {
        if (isSpace(byte)) place = 'names';
      } else if (place === 'value') {
        if (isSpace(byte)) continue;
        if (!isQuote(byte)) {
          place = 'bare';
          continue;
        }
        at = text.indexOf(byte, at + 1);
        if (at === -1) return text.length;
        place = 'names';
      } else if (byte === EQUALS && hasName) {
        place = 'value';
        hasName = false;
      } else if (!isSpace(byte)) hasName = byte !== SLASH;
    }
    return text.length;
  }

  /** Behind the end tag of an element whose content is no text. */
  #afterHidden(element: number, from: number): number {
    for (let at = this.#find('</', from); at < this.#text.length; at = this.#find('</', at + 2))
      if (elementAt(this.#text, at + 2) === element) return this.#tagEnd(at + 2);
    return this.#text.length;
  }

  /** Programs in a page may hold `>`; what has no end of its own ends there. */
  #afterInstruction(at: number): number {
    const end = this.#hasInstructions ? this.#buffer.indexOf('?>', at + 2, 'latin1') : -1;
    this.#hasInstructions = end !== -1;
    return end === -1 ? this.#after('>', at) : end + 2;
  }

  #find(wanted: string, from: number): number {
    const found = this.#buffer.indexOf(wanted, from, 'latin1');
    return found === -1 ? this.#text.length : found;
  }

  #after(wanted: string, from: number): number {
    return Math.min(this.#text.length, this.#find(wanted, from) + wanted.length);
  }
}
