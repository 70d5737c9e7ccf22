import type { Span } from '../../text/spans.ts';
import { isKeyValue, namesNoSecret } from './key-settings.ts';
import { isNamedPassword, looksLikePassword } from './passwords.ts';

/*
 * How programs and settings give a value to a name, besides the sign alone that the expressions of settings read. Each part is bounded, so the
 * search takes linear time.
 */

/** Opens a text, with what programs write before it: `b'`, `@"`, `"""`, `Some("`, `&"`. */
const OPENS = String.raw`(?:[bruf]{1,2}|u8|L|@|&|Some\(|String::from\(|new String\()?\\{0,3}(?:"""|["'\x60])`;
/** A declaration with a type: `name: string = "`, `name string = "`, `name As String = "`, `name[40] = "`, `name varchar(40) DEFAULT '`. */
const TYPED = String.raw`(?:\??\s?:\s?[&']{0,2}[a-z][\w.<>?|[\]' ]{0,30}?\s?=\s?|\s(?:as\s)?[a-z][\w.]{0,20}\s?=\s?|\[\d{0,4}\]\s?=\s?|\s[a-z]{2,20}(?:\(\d{1,5}\))?\s(?:not null\s)?default\s)${OPENS}`;
/** A sign before a text that begins with more than a quote, or a sign of R, of `make`, or that sets what is not set. */
const MARKED = String.raw`\s{0,8}(?:=|:=|:|=>)\s{0,4}(?!["'\x60]{1,2}[^"'\x60])${OPENS}|\s{0,4}(?:<-|[.+]=|\?\??=|\|\|=|:{2,3}=)\s{0,4}["']`;
/** An element of an object: `config["name"] = "`. */
const INDEXED = String.raw`["'\x60]\]\s{0,4}=\s{0,4}${OPENS}`;
/** A block of HCL, JSON or YAML that says what the value is, or a list: `variable "name" { default = "`, `"name": ["`. */
const BLOCK = String.raw`["']?\s{0,2}[:=]?\s{0,2}\{[^{}]{0,120}?\b(?:default|value|defaultvalue|s)["']?\s{0,2}[:=]\s{0,2}["']|["']?\s{0,2}[:=]\s{0,2}\[\s{0,8}["']`;
/** What gives the value back: `token() { return "`, `token by lazy { "`, `token = lambda: "`. */
const FUNCTION = String.raw`(?:\(\)[^"'\x60{}\r\n]{0,40}[{:]\s{0,40}return\s|\sby lazy\s?\{\s?|\s?=\s?lambda:\s?)["'\x60]`;
/** A name and a value side by side: attributes of an element, and lists of Kubernetes and of other settings. */
const PAIR = String.raw`["']?(?:[,;]\s{0,40}|\s{1,40})["']?(?:(?:parameter)?value|default|defaultvalue|content|-b|--body|--value)["']?\s{0,2}[:= ]\s{0,2}["']?`;
/** The text of an element, or of the one behind it: `<name>`, `<string name="name">`, `<key>name</key><string>`. */
const ELEMENT = String.raw`["']?>\s{0,40}|</[\w:]{1,20}>\s{0,40}<[\w:]{1,20}>\s{0,40}`;
/** The lines of a block of YAML. */
const LINES = String.raw`["']?:\s?[|>][-+]?\s{1,40}`;
/** Behind a blank: `#define NAME "`, `:name "`, `(setq name "`; or the argument of a method or a constructor. */
const BESIDE = String.raw`(?:\s{1,8}|[({]\s?)["']`;

/** Behind a name of a key, whose value is random: these signs say little else. */
const LOOSE = String.raw` ["']?|["']?[,;\t]\s?["']?|\s{0,8}\|\s{0,8}\x60?|\sis:?\s["'\x60]?|%3D|\s[–—-]\s["'\x60]?|\s(?:for|of|from)\s[\w.-]{1,30}\s?[:–—-]\s?["'\x60]?`;

const PASSWORD = String.raw`(?:password|passwd|passphrase|pwd)\d{0,2}`;
const SECRET = String.raw`(?:key|secret|token|[_-]pat)\d{0,2}`;
const PASSWORD_VALUE = String.raw`[^\s"'\x60<>]{6,64}`;
const SECRET_VALUE = String.raw`[a-z\d+/_.~-]{20,200}={0,2}`;

/** A name with what stands behind it, and the value: at a place, or anywhere. */
interface Form {
  readonly here: RegExp;
  readonly anywhere: RegExp;
}
const form = (name: string, signs: readonly string[], value: string, end: string): Form => {
  const source = `(${name}(?:${signs.join('|')}))(${value})${end}`;
  return { here: new RegExp(source, 'iy'), anywhere: new RegExp(source, 'gi') };
};

/** Values that count as passwords in quotes; behind other signs stand names, too. */
const QUOTED_PASSWORD = form(PASSWORD, [TYPED, MARKED, INDEXED, BLOCK, FUNCTION, BESIDE], PASSWORD_VALUE, '["\'`]');
const PLAIN_PASSWORD = form(
  PASSWORD,
  [PAIR, LINES, String.raw`["']>\s{0,40}|</[\w:]{1,20}>\s{0,40}<[\w:]{1,20}>\s{0,40}`],
  PASSWORD_VALUE,
  String.raw`(?=["'<\s]|$)`,
);
/** The text of an element with lines of its own. */
const ELEMENT_PASSWORD = form(PASSWORD, [String.raw`>\s{1,40}`], PASSWORD_VALUE, String.raw`(?=\s{1,40}</)`);
/** A shell that sets a variable, and commands that keep a setting: `setenv NAME`, `aws configure set name`. */
const SET_PASSWORD = form(PASSWORD, [String.raw`[ \t]["']?`], PASSWORD_VALUE, String.raw`(?=["']?(?:\s|$))`);
const SETS = /\b(?:setenv|set -[gx]{1,2}|configure set|config(?: --global| set)) \S{0,24}$/i;
/** A login and a password that a call or a list takes one behind the other: `auth=("login", "`, `new Credentials("login", "`. */
const SECOND_ARGUMENT = form(
  String.raw`(?:auth(?:entication|enticate)?|credentials?|login)\s?[=:]?\s?[([]`,
  [String.raw`\s{0,12}["'][^"'\s]{1,60}["']\s{0,2},\s{0,12}["']`],
  PASSWORD_VALUE,
  '["\']',
);
const AFTER_SECRET = String.raw`(?![\w(])`;
const SECRETS: readonly Form[] = [
  form(SECRET, [TYPED, MARKED, INDEXED, BLOCK, FUNCTION, PAIR, ELEMENT, LINES, BESIDE, LOOSE], SECRET_VALUE, AFTER_SECRET),
  // In Russian notes and messages.
  form('(?:токен|секрет|ключ)', [String.raw`(?:\s[\w.а-яё-]{1,30}){0,2}\s?[:=–—-]?\s["'\x60«]?`], SECRET_VALUE, AFTER_SECRET),
  // A header without the kind of its token.
  form('authorization', [String.raw`["']\s?[:,]\s?["']`], SECRET_VALUE, String.raw`(?=["'])`),
];

/** Where names begin, as `find` of a detector receives it. */
type Places = () => readonly number[] | null;

interface Declared extends Span {
  /** With the signs behind it. */
  readonly name: string;
  readonly value: string;
  /** What stands before the name. */
  readonly before: string;
}

/** Characters before a name that are read. */
const BEFORE_MAX = 40;

function declaredIn(text: string, { here, anywhere }: Form, starts: readonly number[] | null): readonly Declared[] {
  const matches =
    starts === null
      ? [...text.matchAll(anywhere)]
      : starts.flatMap((start) => {
          here.lastIndex = start;
          const match = here.exec(text);
          return match === null ? [] : [match];
        });
  return matches.map(({ index, 1: name = '', 2: value = '' }) => {
    const start = index + name.length;
    return { name, value, before: text.slice(Math.max(0, index - BEFORE_MAX), index), start, end: start + value.length };
  });
}

/** What asks for a value by its name. */
const ASKS = /(?:(?:get|fetch|load|read|find|lookup|resolve|delete|remove|has|translate)_?[a-z]{0,12}|\bt)$/i;
const IN_BRACKETS = /[({]\s?["']$/;
const isQuestion = ({ name, before }: Declared): boolean => IN_BRACKETS.test(name) && ASKS.test(before);

/** A text of letters alone in a program is mostly the name of a field or a message. */
const hasDigitOrSign = (value: string): boolean => /[\d!@#%^&*?+]/.test(value);

const toSpan = ({ start, end }: Declared): Span => ({ start, end });

/**
 * Passwords that a declaration, an element, an attribute or a block gives to a name: the values, in UTF-16 code units. Those of `name = "value"` are
 * found by expressions. `places` gives those of the names; null: anywhere.
 */
export function declaredPasswordsIn(text: string, places: Places): readonly Span[] {
  const starts = places();
  const quoted = declaredIn(text, QUOTED_PASSWORD, starts).filter(
    (one) => looksLikePassword(one.value, true) && hasDigitOrSign(one.value) && !isQuestion(one),
  );
  const plain = declaredIn(text, PLAIN_PASSWORD, starts).filter(({ value }) => looksLikePassword(value, false));
  const set = declaredIn(text, SET_PASSWORD, starts).filter(({ before }) => SETS.test(before));
  const others = [ELEMENT_PASSWORD, SECOND_ARGUMENT].flatMap((one) => declaredIn(text, one, starts));
  const named = [...set, ...others].filter(({ value }) => isNamedPassword(value) && /\d/.test(value));
  return [...quoted, ...plain, ...named].map(toSpan).sort((left, right) => left.start - right.start);
}

/** `key` alone names anything. */
const OF_KEY = /[a-z\d][ _.-]?$/i;
const NAME = /^(?:key|secret|token|[_-]pat)/i;

function namesSecret({ name, before }: Declared): boolean {
  const [word = ''] = NAME.exec(name) ?? [];
  return word.toLowerCase() !== 'key' || (OF_KEY.test(before) && !namesNoSecret(before + word));
}

/** The same for keys and tokens of no known vendor, whose values are random. */
export function declaredSecretsIn(text: string, places: Places): readonly Span[] {
  const starts = places();
  return SECRETS.flatMap((one) => declaredIn(text, one, starts))
    .filter((one) => isKeyValue(one.value) && namesSecret(one) && !isQuestion(one))
    .map(toSpan)
    .sort((left, right) => left.start - right.start);
}
