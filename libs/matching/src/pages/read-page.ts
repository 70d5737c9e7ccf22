import { effectOf, elementAt, isNameEnd } from './elements.ts';
import { isSpace, LineMaker, type PageLine } from './page-lines.ts';

const [GREATER, LESS, SLASH, EXCLAMATION, QUESTION, EQUALS, NEWLINE] = [0x3e, 0x3c, 0x2f, 0x21, 0x3f, 0x3d, 0x0a];
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isQuote = (byte: number): boolean => byte === 0x22 || byte === 0x27;

/**
 * Reads HTML in one pass, without a tree: the lines that its markup makes of parts of the text. A row of a table is a line with tabs between its cells. Time
 * and memory are in proportion to the page, whatever its depth.
 */
export function readPage(text: Uint8Array, keep: (line: PageLine) => void): void {
  new PageReader(text, keep).read();
}

class PageReader {
  readonly #text: Uint8Array;
  readonly #buffer: Buffer;
  readonly #line: LineMaker;
  #isPreformatted = false;
  /** Lines within a cell do not end its row. */
  #isInCell = false;
  /** Whether some `?>` may follow. */
  #hasInstructions = true;

  constructor(text: Uint8Array, keep: (line: PageLine) => void) {
    this.#text = text;
    this.#buffer = Buffer.from(text.buffer, text.byteOffset, text.length);
    this.#line = new LineMaker(text, keep);
  }

  read(): void {
    const text = this.#text;
    for (let at = 0; at < text.length; ) {
      const next = text[at] === LESS ? this.#markup(at) : at;
      if (next !== at) {
        at = next;
        continue;
      }
      // A sign that begins no tag is text.
      const found = text.indexOf(LESS, at + 1);
      const end = found === -1 ? text.length : found;
      this.#addText(at, end);
      at = end;
    }
    this.#endLine();
  }

  #addText(start: number, end: number): void {
    if (!this.#isPreformatted || this.#isInCell) return this.#line.text(start, end);
    for (let at = start; at < end; ) {
      const newline = this.#text.indexOf(NEWLINE, at);
      const lineEnd = newline === -1 ? end : Math.min(end, newline);
      if (lineEnd > at) this.#line.text(at, lineEnd);
      if (lineEnd < end) this.#endLine();
      at = lineEnd + 1;
    }
  }

  #endLine(): void {
    this.#line.end(this.#isPreformatted && !this.#isInCell);
  }

  /** Reads what begins with `<`; returns where it ends, or its beginning where it is text. */
  #markup(at: number): number {
    const byte = this.#text[at + 1] ?? 0;
    if (byte === EXCLAMATION)
      return this.#text[at + 2] === 0x2d && this.#text[at + 3] === 0x2d ? this.#after('-->', at + 2) : this.#after('>', at);
    if (byte === QUESTION) return this.#afterInstruction(at);
    const isClosing = byte === SLASH;
    const name = at + (isClosing ? 2 : 1);
    if (!isLetter(this.#text[name] ?? 0)) return isClosing && name < this.#text.length ? this.#after('>', at) : at;
    const element = elementAt(this.#text, name);
    const end = this.#tagEnd(name);
    const effect = effectOf(element);
    switch (effect) {
      case 'line':
        if (this.#isInCell) this.#line.space(at);
        else this.#endLine();
        return end;
      case 'row':
        this.#isInCell = false;
        this.#endLine();
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
