import { SaxesParser } from 'saxes';

export interface XmlHandlers {
  /** Names without their prefix; attributes by their full names. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Deeper documents are made to exhaust a reader. */
const DEPTH_MAX = 1_000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML as a stream of events. Entities of a document type are never replaced, so a few bytes cannot become gigabytes. What follows a
 * fault is read as far as it goes.
 */
export function readXml(bytes: Uint8Array, { open, text, close }: XmlHandlers): void {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > DEPTH_MAX) throw new Error('the XML is too deep');
    open?.(localName(name), attributes);
  });
  parser.on('text', (found) => text?.(found));
  parser.on('cdata', (found) => text?.(found));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close?.(localName(name));
  });
  parser.write(decodeXml(bytes)).close();
}

/** XML is UTF-8 unless a byte order mark says UTF-16. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}
