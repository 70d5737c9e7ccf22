import { decoderOf } from '../bytes.ts';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';

/** Groups that hold no text of the document. */
const SKIPPED = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'pict',
  'objdata',
  'themedata',
  'colorschememapping',
  'datastore',
  'latentstyles',
  'listtable',
  'generator',
]);
const SIGNS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};
/** Control word with its number, control sign, hexadecimal byte, brace, or text. */
const TOKEN = /\\'([0-9a-fA-F]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/g;
const DEPTH_MAX = 1_000;

interface Group {
  readonly skipped: boolean;
  /** Characters that follow a `\u` for readers without Unicode. */
  readonly fallback: number;
}

/** The text of a Rich Text document. No library for it is kept; the format of the text itself is small. */
export async function* readRtf(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const source = Buffer.from(bytes).toString('latin1');
  const decoder = decoderOf(/\\ansicpg(\d{3,5})/.exec(source.slice(0, 1_000))?.[1]);
  const text: string[] = [];
  const stack: Group[] = [];
  let group: Group = { skipped: false, fallback: 1 };
  let toSkip = 0;
  let pending: number[] = [];
  const flush = () => {
    if (pending.length > 0) text.push(decoder.decode(Uint8Array.from(pending)));
    pending = [];
  };
  const write = (found: string) => {
    flush();
    if (!group.skipped) text.push(found);
  };
  for (const [, hex, word, number, sign, brace, plain] of source.matchAll(TOKEN)) {
    if (hex !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else if (!group.skipped) pending.push(Number.parseInt(hex, 16));
    } else if (brace === '{') {
      if (stack.length >= DEPTH_MAX) throw new Unreadable('over_bound');
      stack.push(group);
    } else if (brace === '}') {
      flush();
      group = stack.pop() ?? group;
    } else if (word === 'u' && number !== undefined) {
      write(String.fromCharCode(Number(number) & 0xffff));
      toSkip = group.fallback;
    } else if (word !== undefined) {
      if (word === 'uc') group = { ...group, fallback: Math.max(0, Number(number ?? 1)) };
      else if (SKIPPED.has(word)) group = { ...group, skipped: true };
      else if (SIGNS[word] !== undefined) write(SIGNS[word]);
    } else if (sign === '*') group = { ...group, skipped: true };
    else if (sign !== undefined) write(sign === '~' ? ' ' : '\\{}'.includes(sign) ? sign : '');
    else if (plain !== undefined) {
      const kept = plain.slice(toSkip);
      toSkip = Math.max(0, toSkip - plain.length);
      if (kept !== '') write(kept);
    }
  }
  flush();
  const whole = text.join('');
  budget.takeBytes(Buffer.byteLength(whole));
  yield textPart('text', whole);
}
