import { plainOf } from './base64.ts';
import { isPlaceholder } from './entropy.ts';

/** What settings hold where no password was written. */
const DUMMIES = new Set(
  'password passwd pass secret null none true false string required optional undefined empty changeit mypassword yourpassword my_password test user admin root пароль password1 guest somepassword username mysuper--secret-0123passw0rd'.split(
    ' ',
  ),
);

/** What tools that encrypt or hide settings write (SOPS, Jasypt, `*DELETED*`), variables, tags of YAML that lead to a value elsewhere, and what stands in brackets. */
const ELSEWHERE = /^(?:<|%[sdv]|%\w+%$|\*.*\*$|ENC[[(]|!(?:vault|env|secret|ref|sub|getatt|reference)\b|\[.*\]$)/i;

/** A name, path or call in a program, not a value: process.env.PASSWORD, config.password, get_secret. */
const REFERENCE = /^[A-Za-z_]+(?:[._:-][A-Za-z_]+)*$/;

/** The base64 of one, as manifests of Kubernetes hold it, or of a hash, as LDIF does. */
const isEncodedDummy = (plain: string): boolean => DUMMIES.has(plain.toLowerCase()) || isPlaceholder(plain) || /^\{\w+\}/.test(plain);

/** Base64 of a password need not hold a digit; shorter words decode to a text by chance. */
const ENCODED_MIN = 12;

/**
 * Whether the value of a setting can be a password. One without quotes counts only with a letter and a digit or a sign, because
 * types and names of variables stand there too.
 */
export function looksLikePassword(value: string, quoted: boolean): boolean {
  const plain = plainOf(value)?.trimEnd();
  if (plain !== undefined && isEncodedDummy(plain)) return false;
  // A variable of a shell or a template is no value.
  if (DUMMIES.has(value.toLowerCase()) || isPlaceholder(value) || value.startsWith('$') || ELSEWHERE.test(value)) return false;
  if (plain !== undefined && value.length >= ENCODED_MIN && looksLikePassword(plain, false)) return true;
  if (quoted) return !/^[A-Za-z]+(?:[._][A-Za-z]+)+$/.test(value) && new Set(value).size >= 4;
  return (
    !REFERENCE.test(value) && !isCode(value) && /[A-Za-zА-Яа-я]/.test(value) && /[\d!@#%^&*?+]/.test(value) && new Set(value).size >= 4
  );
}

/** A quote may be escaped, as in JSON within a string. */
const ASSIGNED = /(=>|\|\||\?\?|[:=,>])(\s*)\\{0,3}(["'`]?)(?:\\?")?([^\s"'`<]+)(["'`]|<\/)?$/;
/** Of a longer value the expressions match only so much, without the quote that closes it. */
const MATCHED_MAX = 40;
/** Behind `<password>` in the address of a template. */
const ADDRESS_GOES_ON = /^[@:/]/;
/** A member of something, an element of a list, or a call. */
const CODE = /\($|^[A-Za-z_]\w*(?:(?:\.[A-Za-z_]\w*)+|\[\w*\])$/;
/** The next setting, behind one without a value; a value of mixed letter case may end with `=` itself. */
const NEXT_SETTING = /^(?:[A-Z0-9_]+|[a-z0-9_.-]+)[=:]/;

/** In an address or a form the next parameter begins. */
const NEXT_PARAMETER = /&(?:amp;)?[A-Za-z_][\w.[\]-]{0,40}=.*$/s;

/** The value of a parameter without those that follow it. */
export const withoutParameters = (value: string): string => value.replace(NEXT_PARAMETER, '');

/** Whether a value without quotes is an expression of a program. */
export const isCode = (value: string): boolean => CODE.test(value);

/**
 * The value of `name = "value"` with whether it stands in quotes; null where nothing is assigned. A text that goes on behind its first word is
 * no value in quotes, and an argument behind a name, or the text of an element, must look like a value by itself.
 */
export function assignedValue(text: string): { readonly value: string; readonly quoted: boolean } | null {
  const [, sign, gap = '', quote = '', value, close = ''] = ASSIGNED.exec(text) ?? [];
  // A name of C++, PHP or Rust goes on behind two colons.
  if (
    value === undefined ||
    (sign === ':' && value.startsWith(':')) ||
    (sign === '>' && close !== '</' && (value.length < MATCHED_MAX || ADDRESS_GOES_ON.test(value))) ||
    (gap.includes('\n') && NEXT_SETTING.test(value))
  )
    return null;
  const plain = close === '' ? value : value.replace(/\\{1,3}$/, '');
  // Without quotes a comma or semicolon begins something else.
  if (quote === '') return { value: withoutParameters(plain).split(/[,;]/)[0] ?? '', quoted: false };
  return { value: plain, quoted: sign !== ',' && (close === quote || value.endsWith('(') || value.length >= MATCHED_MAX) };
}

/** A name with a number, as programs, versions and products have (`user1`, `getUser2`, `Office365`, `Ubuntu22.04`, `base64-encoded`, `mysql-8.0`). */
const NUMBERED_NAME =
  /^(?:[A-Za-z][a-z]*(?:[A-Z][a-z]+)*[._-]?\d{0,3}(?:\.\d{1,3})*|[A-Z_]+\d{0,3}|v?\d+(?:\.\d+)*|(?:sha|md|utf|base|oauth|[Ss][Hh][Aa]|M[Dd]|U[Tt][Ff]|B(?:ase|ASE)|OAuth)-?\d.*|[А-ЯЁа-яё]+(?:[._-][А-ЯЁа-яё]+)*[._-]?\d?[!*:]?)$/;
/** An address, a mail, a path, a call or a variable. */
const POINTER = /:\/\/|^[\w.-]+@[\w-]+\.|^[./~\\]|[()[\]{}<>$]|[/\\]\w+[/\\]/;

/** Neither a name with a number nor a place where the value stands. */
export const isNamedPassword = (value: string): boolean =>
  looksLikePassword(value, false) && !NUMBERED_NAME.test(value) && !POINTER.test(value);

/** In a sentence stand words and names: only what has letters of both cases, or a strong sign, and a digit too is taken for a password. */
export function isSpokenPassword(value: string): boolean {
  if (!isNamedPassword(value)) return false;
  return (
    /\d/.test(value) && /[a-zа-яё]/i.test(value) && (/[!@#%^&*+?~]/.test(value) || (/[a-zа-яё]/.test(value) && /[A-ZА-ЯЁ]/.test(value)))
  );
}

/** Words of samples, and of switches that a variable of such a name can be. */
const SAMPLE_WORDS =
  /pass|pwd|secret|change|example|sample|dummy|test|your|some|enable|disable|default|empty|none|null|true|false|required|random|generate|insert|enter|replace|redacted|hidden|root|admin/i;

/** What a variable of an environment file holds, where it is no word of samples. */
export const isEnvironmentPassword = (value: string): boolean =>
  !SAMPLE_WORDS.test(value) && !isPlaceholder(value) && new Set(value.toLowerCase()).size >= 4;

/** Signs of which a program makes the secret of an application. */
const SIGNS = /[!#$%&()*+,:;=?@^_-]/g;
/** Django's have 50 characters, with about ten signs. */
const SIGNED_MIN = 40;
const SIGNS_MIN = 5;

/** A long random text with signs, which a password in a sentence may not have; or what counts as such a password. */
export const isSignedSecret = (value: string): boolean =>
  isSpokenPassword(value) ||
  (value.length >= SIGNED_MIN &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    (value.match(SIGNS)?.length ?? 0) >= SIGNS_MIN &&
    !/\$\{|\{\{|\$\(|:\/\/|\w\(\)/.test(value) &&
    !isPlaceholder(value));

/** ASCII that is part of no other password (formats/passwords.ts), and letters of other scripts. */
const UNUSUAL = /["'()<>{}`]|[^\x20-\x7e]/;
/** Templates, markup, calls, and the word for a password with what forms write behind it. */
const TEMPLATE = /[{<]%|\{\{|\$\{|\{\w*\}|%\(\w|^<.*>$|<\/?[a-z]+>|^[A-Za-z_$][\w.$]*\([^()]*\)?$|[=-]>|^парол|^["'([{].*["')\]}]$/i;

/** What can be a password although it has such characters: with a letter, a digit and a sign or a change of letter case. */
export function isUnusualPassword(value: string): boolean {
  if (!UNUSUAL.test(value) || TEMPLATE.test(value) || NUMBERED_NAME.test(value) || !looksLikePassword(value, true)) return false;
  return /\d/.test(value) && /\p{L}/u.test(value) && (/[!-/:-@[-`{-~]/.test(value) || /\p{Ll}\p{Lu}/u.test(value));
}

/** The value of a template or a program in the words of a phrase, or words of an interface. */
const NO_PHRASE = /\$\{|\{\{|%\(|<\/?[a-z]|=>|\/\/|\(\)/i;

/** Several words of which one is a password by itself; a sentence about passwords has none. */
export const isPhrase = (value: string): boolean => !NO_PHRASE.test(value) && value.split(' ').some(isSpokenPassword);

/** An index, a member, or a conversion of a value in a template of Python or C#. */
const INSERTED = /^[\w.]+(?:![rsa]|:\w*)?$|["'()[\]]|^\$/;

/** Shorter texts are the number or the name of an argument with its format. */
const BRACED_MIN = 6;

/** What stands in the braces of a connection string: a name there is a place where the value is inserted. */
export const isBracedPassword = (value: string): boolean =>
  value.length >= BRACED_MIN && !INSERTED.test(value) && looksLikePassword(value, true) && /\d/.test(value) && /[A-Za-z]/.test(value);

/** Of four groups of random letters nine in ten times one has no vowel; four words that happen to have four letters each have some. */
const WITHOUT_VOWEL = /(?:^| )[^aeiou ]{4}(?= |$)/;

/** Whether groups of letters are no words, and no beginning of the alphabet. */
export const isLetterGroups = (value: string): boolean => WITHOUT_VOWEL.test(value) && !isPlaceholder(value.replaceAll(' ', ''));
