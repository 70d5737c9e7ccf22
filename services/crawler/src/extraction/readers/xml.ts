export interface XmlHandlers {
  /** Names without their prefix. */
  readonly open?: (name: string, attributes: XmlAttributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Deeper documents are made to exhaust a reader. */
const DEPTH_MAX = 1_000;

/** Entities that XML has by itself. Those of a document type are never replaced, so a few bytes cannot become gigabytes. */
const ENTITIES: ReadonlyMap<string, string> = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g;
const ATTRIBUTE = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Signs up to it part names. */
const SPACE = 0x20;
const [GREATER, DOUBLE, SINGLE, SLASH] = [0x3e, 0x22, 0x27, 0x2f];
const CODE_POINT_MAX = 0x10_ffff;

/** Attributes of an element by their full names, which are read when one is asked for: most never are. */
export class XmlAttributes {
  /** As they are written. */
  readonly source: string;
  private read: ReadonlyMap<string, string> | undefined;

  constructor(source: string) {
    this.source = source;
  }

  get(name: string): string | undefined {
    const at = this.source.indexOf(`${name}="`);
    if (at < 0 && !this.source.includes(name)) return undefined;
    // As nearly everything is written; anything else is read in full.
    if (at < 1 || this.source.charCodeAt(at - 1) > SPACE || this.source.includes("'")) return this.all().get(name);
    const from = at + name.length + 2;
    const end = this.source.indexOf('"', from);
    return end < 0 ? undefined : plain(this.source.slice(from, end));
  }

  all(): ReadonlyMap<string, string> {
    this.read ??= new Map(
      Array.from(this.source.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [name, plain(double ?? single ?? '')] as const),
    );
    return this.read;
  }
}

/**
 * Reads XML in one pass as a stream of events, without building a tree. It does not validate: what follows a fault is read as far as it goes, elements that are not
 * closed end where the one around them does.
 */
export function readXml(bytes: Uint8Array, handlers: XmlHandlers): void {
  const source = decodeXml(bytes);
  const elements = new Elements(handlers);
  let at = 0;
  while (at < source.length) {
    const tag = source.indexOf('<', at);
    const textEnd = tag < 0 ? source.length : tag;
    if (textEnd > at) handlers.text?.(plain(source.slice(at, textEnd)));
    if (tag < 0) break;
    at = readMarkup(source, tag, elements, handlers);
  }
  elements.closeAll();
}

/** Reads what begins with `<`, and returns where it ends. */
function readMarkup(source: string, tag: number, elements: Elements, { text }: XmlHandlers): number {
  switch (source[tag + 1]) {
    case '/': {
      const end = elements.closeInner(source, tag + 2);
      if (end > 0) return end;
      const faulty = endOf(source, '>', tag);
      elements.close(source.slice(tag + 2, faulty - 1).trimEnd());
      return faulty;
    }
    case '?':
      return endOf(source, '?>', tag);
    case '!': {
      if (source.startsWith('<!--', tag)) return endOf(source, '-->', tag + 4);
      if (!source.startsWith('<![CDATA[', tag)) return endOfDeclaration(source, tag);
      const end = source.indexOf(']]>', tag);
      text?.(source.slice(tag + 9, end < 0 ? source.length : end));
      return end < 0 ? source.length : end + 3;
    }
    default: {
      const end = endOfTag(source, tag);
      elements.open(source.slice(tag + 1, end - 1));
      return end;
    }
  }
}

function endOf(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at < 0 ? source.length : at + mark.length;
}

/** Values of attributes may hold `>`. */
function endOfTag(source: string, tag: number): number {
  const end = endOf(source, '>', tag);
  const quote = tag + source.slice(tag, end).indexOf('=');
  if (quote < tag) return end;
  let open = 0;
  for (let at = quote; at < source.length; at += 1) {
    const sign = source.charCodeAt(at);
    if (open !== 0) {
      if (sign === open) open = 0;
    } else if (sign === DOUBLE || sign === SINGLE) open = sign;
    else if (sign === GREATER) return at + 1;
  }
  // A quote that is never closed is a fault of this tag alone.
  return end;
}

/** A document type, with declarations of its own in brackets. */
function endOfDeclaration(source: string, tag: number): number {
  const end = endOf(source, '>', tag);
  const bracket = tag + source.slice(tag, end).indexOf('[');
  return bracket < tag ? end : endOf(source, '>', endOf(source, ']', bracket) - 1);
}

/** The elements that are open, by their names as written and without the prefix. */
class Elements {
  private readonly handlers: XmlHandlers;
  private readonly full: string[] = [];
  private readonly local: string[] = [];

  constructor(handlers: XmlHandlers) {
    this.handlers = handlers;
  }

  open(tag: string): void {
    let end = 0;
    while (end < tag.length && tag.charCodeAt(end) > SPACE && tag.charCodeAt(end) !== SLASH) end += 1;
    const full = tag.slice(0, end);
    const local = localName(full);
    if (this.full.length >= DEPTH_MAX) throw new Error('the XML is too deep');
    this.handlers.open?.(local, new XmlAttributes(tag.slice(end)));
    if (tag.charCodeAt(tag.length - 1) === SLASH) this.handlers.close?.(local);
    else {
      this.full.push(full);
      this.local.push(local);
    }
  }

  /** Closes the innermost element if the end tag has its name. Returns the position behind the tag; 0 if the names differ. */
  closeInner(source: string, at: number): number {
    const name = this.full.at(-1);
    if (name === undefined || !source.startsWith(name, at) || source.charCodeAt(at + name.length) !== GREATER) return 0;
    this.closeDownTo(this.full.length - 1);
    return at + name.length + 1;
  }

  close(full: string): void {
    const at = this.full.lastIndexOf(full);
    if (at >= 0) this.closeDownTo(at);
  }

  closeAll(): void {
    this.closeDownTo(0);
  }

  private closeDownTo(depth: number): void {
    while (this.full.length > depth) {
      this.full.pop();
      const local = this.local.pop() ?? '';
      this.handlers.close?.(local);
    }
  }
}

function localName(name: string): string {
  const at = name.indexOf(':');
  return at < 0 ? name : name.slice(at + 1);
}

/** Text with its entities replaced and its line ends as one sign. */
function plain(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.includes('&') ? lines.replace(ENTITY, entity) : lines;
}

function entity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return ENTITIES.get(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= CODE_POINT_MAX ? String.fromCodePoint(code) : whole;
}

const UTF8 = new TextDecoder();

/** XML is UTF-8 unless a byte order mark says UTF-16. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return UTF8.decode(bytes);
}
