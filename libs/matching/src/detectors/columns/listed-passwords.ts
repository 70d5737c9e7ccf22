import type { Span } from '../../text/spans.ts';
import { isSpokenPassword, looksLikePassword } from '../checks/passwords.ts';
import { passwordsAmong } from './password-columns.ts';
import type { Cell } from './tables.ts';

/** A mail address with the sign behind it, from its `@`. */
const BEHIND_AT = /@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}\s?[:;|]/iy;
const LOGIN = String.raw`[\p{L}\p{N}._%+@-]{1,80}`;
/** The sign behind a login, and the password. A password may hold a colon; other signs end it, and what stands behind them is something else. */
const SECRET = String.raw`(?:\s?:\s?([^\s|]{4,100})|\s?[;|]\s?([^\s;|]{4,100}))(?:\s?[;|].{0,200})?\s{0,8}$`;
/** `mail:password`, with the address of the site or other cells before it or not. */
const MAIL_LINE = new RegExp(
  String.raw`^\s{0,8}(?:\S{1,200}[:;|\s]\s?)?[\p{L}\p{N}._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}${SECRET}`,
  'iu',
);
/** `https://site/path:login:password`, as programs that steal passwords write them. */
const SITE_LINE = new RegExp(
  String.raw`^\s{0,8}(?:https?|android|ftp)://[^\s:;|]{1,200}(?::\d{1,5}(?=[/:;|]))?(?:/[^\s:;|]{0,200})?\s?[:;|\s]\s?${LOGIN}${SECRET}`,
  'iu',
);
/** A longer line holds no login and password alone. */
const LINE_MAX = 600;
/** Lines without a login and a password between two that belong to one list. */
const APART_MAX = 3;
/** Fewer lines are a list only by what their passwords look like. */
const LIST_MIN = 3;
/** A path, an address or a port, as `git@host:group/project` and `user@host:22` have them. */
const PLACE = /^[~./\\]|^[\w.-]+\/[\w./-]+$|@[\w-]+\.|:\/\/|^\d[\d.:,-]*(?:$|\/)/;

interface Line extends Cell {
  readonly number: number;
}

/** The password of a line that holds a login, a password and little else. */
function passwordIn(text: string, { start, end }: Span, number: number): Line | null {
  const line = text.slice(start, end);
  const [, behindColon, cell] = MAIL_LINE.exec(line) ?? SITE_LINE.exec(line) ?? [];
  const value = behindColon ?? cell;
  if (value === undefined || PLACE.test(value)) return null;
  const at = start + line.lastIndexOf(value);
  return { start: at, end: at + value.length, text: value, number };
}

function isMark(text: string, at: number): boolean {
  if (text[at] !== '@') return true;
  BEHIND_AT.lastIndex = at;
  return BEHIND_AT.test(text);
}

/** Lines of a login and a password, with the numbers by which they stand together. */
function* linesOf(text: string): Generator<Line> {
  const marks = /@|:\/\//g;
  let [number, counted] = [0, 0];
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (!isMark(text, mark.index)) continue;
    const start = text.lastIndexOf('\n', mark.index) + 1;
    const found = text.indexOf('\n', mark.index);
    const end = found === -1 ? text.length : found;
    for (; counted < start; counted = text.indexOf('\n', counted) + 1) number += 1;
    const line = end - start > LINE_MAX ? null : passwordIn(text, { start, end }, number);
    if (line !== null) yield line;
    marks.lastIndex = end;
  }
}

/** Lists of lines that stand together. */
function* listsOf(lines: Iterable<Line>): Generator<readonly Line[]> {
  let list: Line[] = [];
  for (const line of lines) {
    const last = list.at(-1);
    if (last !== undefined && line.number - last.number > APART_MAX + 1) {
      yield list;
      list = [];
    }
    list.push(line);
  }
  if (list.length > 0) yield list;
}

/**
 * Passwords in lines of a login and a password, with no word that says so (`ivan@corp.example:…`, `https://site:login:…`): lists of stolen accounts. In the
 * order of the text, in UTF-16 code units.
 */
export function passwordsInLines(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const list of listsOf(linesOf(text))) {
    const passwords =
      list.length < LIST_MIN
        ? list.filter((one) => looksLikePassword(one.text, false) && isSpokenPassword(one.text))
        : passwordsAmong(list);
    for (const { start, end } of passwords) found.push({ start, end });
  }
  return found;
}
