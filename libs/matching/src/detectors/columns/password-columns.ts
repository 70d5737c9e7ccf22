import { byStart, type Span } from '../../text/spans.ts';
import { isSpokenPassword, looksLikePassword } from '../checks/passwords.ts';
import { linedTables } from './lined-tables.ts';
import { sqlTables } from './sql-tables.ts';
import { type Cell, cellOf } from './tables.ts';

const MARK = /pass|pwd|парол/;
/** The word in the name of a column, between signs. */
const PASSWORD = /(?<!\p{L})(?:pass(?:word|wd|phrase)?|pwd|парол[ьи])(?!\p{L})/iu;
/** What the column holds instead. */
const OTHER =
  /hash|hint|salt|reset|expir|length|polic|chang|updat|date|type|valid|min|max|count|requir|crypt|md5|sha|х[еэ]ш|подсказ|дата|смен|срок/i;
/** A name ends with a number at most; passwords have digits anywhere. */
const INNER_DIGIT = /\d./;
/** `userPassword` is two words. */
const apartInCase = (name: string): string => name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

const isPasswordHeading = (name: string): boolean => PASSWORD.test(apartInCase(name)) && !OTHER.test(name) && !INNER_DIGIT.test(name);

/** What people and generators make up. */
const LENGTHS = { min: 4, max: 100 };
/** Hashes, which have a detector where they name themselves, parameters of a statement, and texts. */
const NO_PASSWORD = /^[\da-f]{32,}$|^\{|^\$|^pbkdf2|^scrypt:|^:\w+$|^@p\d|\s/i;
/** Expressions of programs, whose arguments look like rows too. */
const CODE = /[\w\])][([]|[)\]};]$/;
/** A shorter word beside texts may be a version or a number. */
const ALONE_MIN = 6;
/** A column of passwords holds weak ones too; in one of other words only what looks like nothing else counts. */
const STRONG_SHARE = 1 / 3;

const canBePassword = ({ text }: Cell): boolean =>
  text.length >= LENGTHS.min && text.length <= LENGTHS.max && !NO_PASSWORD.test(text) && looksLikePassword(text, true);

/** Those of the values of a column, or of lines, that are passwords. */
export function passwordsAmong(column: readonly Cell[]): readonly Cell[] {
  const filled = column.filter(({ text }) => text !== '' && !/^[-=:+]+$/.test(text));
  const possible = filled.filter(canBePassword);
  const strong = possible.filter(({ text }) => !CODE.test(text) && looksLikePassword(text, false));
  if (strong.length > 0 && strong.length >= filled.length * STRONG_SHARE) return possible;
  return strong.filter(({ text }) => text.length >= ALONE_MIN && isSpokenPassword(text));
}

/**
 * Passwords in the columns of tables that a heading names so (`login;password`), also in statements of SQL. In the order of the text, in
 * UTF-16 code units.
 */
export function passwordsInColumns(text: string): readonly Span[] {
  // By their beginning: what pg_dump writes is a table of lines too.
  const found = new Map<number, Span>();
  for (const { headings, rows } of [...linedTables(text, isPasswordHeading, MARK), ...sqlTables(text, isPasswordHeading)])
    for (const [at, heading] of headings.entries())
      if (isPasswordHeading(heading))
        for (const { start, end } of passwordsAmong(rows.flatMap(({ [at]: part }) => (part === undefined ? [] : cellOf(text, part)))))
          found.set(start, { start, end });
  return [...found.values()].sort(byStart);
}
