import { inflateSync } from 'node:zlib';
import { asBuffer, wideText } from '../../bytes.ts';
import { type Budget, type Part, textPart, Unreadable } from '../../reader.ts';
import { DEFAULT_PASSWORDS } from './encryption/passwords.ts';
import { decryptedPresentation } from './encryption/presentation.ts';

const RECORD = {
  document: 0x03e8,
  slide: 0x03ee,
  notes: 0x03f0,
  slidePlace: 0x03f3,
  master: 0x03f8,
  list: 0x0ff0,
  text: 0x0fa0,
  narrowText: 0x0fa8,
  string: 0x0fba,
  embedded: 0x1011,
  /** What newer versions add; records, though it is not marked as a container. */
  added: 0x138b,
  tag: 0x138a,
  places: 0x1772,
  comment: 0x2ee0,
} as const;
const CONTAINER = 0xf;
const SLIDES = 0;
/** Deeper containers are made to exhaust a reader. */
const DEPTH_MAX = 64;
/** What the stream `Current User` says of an encrypted presentation. */
const ENCRYPTED_MARK = 0xf3d1_c4df;

interface Atom {
  readonly type: number;
  readonly instance: number;
  readonly version: number;
  readonly offset: number;
  readonly body: Buffer;
}

/**
 * The texts of a presentation of PowerPoint 97 to 2003 (MS-PPT) by slide, with notes, comments and the files within it. Slides that were replaced
 * when only what changed was saved are parts too.
 */
export function* powerpointParts(stream: Uint8Array, user: Uint8Array | undefined, budget: Budget): Iterable<Part> {
  const isEncrypted = user !== undefined && user.length >= 16 && asBuffer(user).readUInt32LE(12) === ENCRYPTED_MARK;
  const plain = isEncrypted ? decryptedPresentation(asBuffer(stream), asBuffer(user), DEFAULT_PASSWORDS, budget) : asBuffer(stream);
  if (plain === undefined) throw new Unreadable('encrypted');
  const presentation = new Presentation(budget);
  const isWhole = presentation.read(plain);
  yield* presentation.parts();
  if (!isWhole) throw new Unreadable('damaged');
}

class Presentation {
  private readonly budget: Budget;
  private readonly texts = new Map<string, string[]>();
  private readonly files: Part[] = [];
  /** Where the slide with a number of its own stands in the stream; later tables replace earlier ones. */
  private readonly places = new Map<number, number>();
  private readonly slides: { readonly offset: number; readonly lines: readonly string[] }[] = [];
  /** The numbers of slides in their order. */
  private order: number[] = [];

  constructor(budget: Budget) {
    this.budget = budget;
  }

  /** Reads all records; false when one of them is cut. */
  read(stream: Buffer): boolean {
    let isWhole = true;
    for (const atom of atoms(stream, 0)) {
      isWhole &&= atom.body.length > 0 || atom.offset < stream.length;
      if (atom.type === RECORD.slide) this.slides.push({ offset: atom.offset, lines: this.linesOf(atom, 'slides', 0) });
      else this.walk(atom, atom.type === RECORD.notes ? 'notes' : atom.type === RECORD.master ? 'masters' : 'other texts', 0);
    }
    return isWhole && endOf(stream) === stream.length;
  }

  *parts(): Iterable<Part> {
    const numbers = new Map(this.order.map((id, at) => [this.places.get(id), at + 1]));
    for (const { offset, lines } of this.slides) {
      const number = numbers.get(offset);
      for (const line of lines) this.add(number === undefined ? 'earlier slides' : `slide ${number}`, line);
    }
    for (const [name, lines] of this.texts) yield textPart(name, `${lines.join('\n')}\n`);
    yield* this.files;
  }

  private add(part: string, text: string): void {
    const lines = this.texts.get(part);
    if (lines === undefined) this.texts.set(part, [text]);
    else lines.push(text);
  }

  private walk(atom: Atom, part: string, depth: number): void {
    if (atom.type === RECORD.list) return this.list(atom);
    for (const line of this.linesOf(atom, part, depth)) this.add(atom.type === RECORD.comment ? 'comments' : part, line);
  }

  /** The texts within a record that belong to its part. */
  private linesOf(atom: Atom, part: string, depth: number): readonly string[] {
    const { type, body, version } = atom;
    if (version === CONTAINER || type === RECORD.added) {
      if (depth >= DEPTH_MAX) throw new Unreadable('over_bound');
      const lines: string[] = [];
      for (const inner of atoms(body, atom.offset + 8)) {
        if (inner.type === RECORD.list) this.list(inner);
        else if (inner.type === RECORD.comment) for (const line of this.linesOf(inner, part, depth + 1)) this.add('comments', line);
        else if (type !== RECORD.tag || inner.type !== RECORD.string)
          for (const line of this.linesOf(inner, part, depth + 1)) lines.push(line);
      }
      return lines;
    }
    if (type === RECORD.places) this.readPlaces(body);
    if (type === RECORD.embedded) this.embed(atom);
    const text = this.textOf(atom);
    return text === undefined || text.trim() === '' ? [] : [text];
  }

  private textOf({ type, body }: Atom): string | undefined {
    if (type !== RECORD.text && type !== RECORD.string && type !== RECORD.narrowText) return undefined;
    this.budget.takeBytes(body.length);
    // Paragraphs end with carriage returns, lines with vertical tabs.
    return (type === RECORD.narrowText ? body.toString('latin1') : wideText(body)).replace(/[\r\v]/g, '\n');
  }

  /** The outline: the texts of slides in their order. */
  private list(list: Atom): void {
    const isSlides = list.instance === SLIDES;
    for (const atom of atoms(list.body, list.offset + 8)) {
      if (atom.type === RECORD.slidePlace && isSlides && atom.body.length >= 4) this.order.push(atom.body.readUInt32LE(0));
      const text = this.textOf(atom);
      if (text !== undefined && text.trim() !== '') this.add(isSlides ? `slide ${this.order.length}` : 'other texts', text);
    }
  }

  private readPlaces(body: Buffer): void {
    for (let at = 0; at + 4 <= body.length; ) {
      const [first, count] = [body.readUInt32LE(at) & 0xf_ffff, body.readUInt32LE(at) >>> 20];
      at += 4;
      for (let id = first; id < first + count && at + 4 <= body.length; id += 1, at += 4) this.places.set(id, body.readUInt32LE(at));
    }
  }

  private embed({ body, instance }: Atom): void {
    const packed = instance === 1;
    let bytes: Buffer;
    try {
      bytes = packed ? inflateSync(body.subarray(4), { maxOutputLength: Math.max(1, this.budget.bytes) }) : body;
    } catch {
      return;
    }
    this.budget.takeBytes(bytes.length);
    this.files.push({ path: `file ${this.files.length + 1}`, bytes });
  }
}

/** The records of a stream or a container, up to the first that is cut. Zeros between them, which some programs leave, are passed over. */
function* atoms(bytes: Buffer, offset: number): Iterable<Atom> {
  for (let at = beginning(bytes, 0); at + 8 <= bytes.length; at = beginning(bytes, at)) {
    const first = bytes.readUInt16LE(at);
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, end);
    yield { type: bytes.readUInt16LE(at + 2), version: first & 0xf, instance: first >>> 4, offset: offset + at, body };
    at = end;
  }
}

/** Where a record begins behind zeros: no record of the type 0 exists. */
function beginning(bytes: Buffer, from: number): number {
  if (from + 8 > bytes.length || bytes.readUInt32LE(from) !== 0 || bytes.readUInt32LE(from + 4) !== 0) return from;
  let at = from;
  while (at < bytes.length && bytes[at] === 0) at += 1;
  // The first two bytes of a record may be zeros too; those of a container are not.
  return (bytes[at] ?? CONTAINER) === CONTAINER ? at : at - ((at - from) % 8);
}

function endOf(stream: Buffer): number {
  let at = beginning(stream, 0);
  while (at + 8 <= stream.length) at = beginning(stream, at + 8 + stream.readUInt32LE(at + 4));
  return at;
}
