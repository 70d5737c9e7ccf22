import { isPlaceholder } from './entropy.ts';

/** What settings hold where no password was written. */
const DUMMIES = new Set(
  'password passwd pass secret null none true false string required optional undefined empty changeit mypassword yourpassword my_password test user admin root пароль password1 guest somepassword'.split(
    ' ',
  ),
);

/** What tools that encrypt settings write (SOPS, Jasypt), tags of YAML that lead to a value elsewhere, and what stands in brackets. */
const ELSEWHERE = /^(?:ENC[[(]|!(?:vault|env|secret|ref|sub|getatt|reference)\b|\[.*\]$)/i;

/** A name, path or call in a program, not a value: process.env.PASSWORD, config.password, get_secret. */
const REFERENCE = /^[A-Za-z_]+(?:[._:-][A-Za-z_]+)*$/;

/**
 * Whether the value of a setting can be a password. One without quotes counts only with a letter and a digit or a sign, because
 * types and names of variables stand there too.
 */
export function looksLikePassword(value: string, quoted: boolean): boolean {
  // A variable of a shell or a template is no value.
  if (DUMMIES.has(value.toLowerCase()) || isPlaceholder(value) || value.startsWith('$') || ELSEWHERE.test(value)) return false;
  if (quoted) return !/^[A-Za-z]+(?:[._][A-Za-z]+)+$/.test(value) && new Set(value).size >= 4;
  return (
    !REFERENCE.test(value) && !isCode(value) && /[A-Za-zА-Яа-я]/.test(value) && /[\d!@#%^&*?+]/.test(value) && new Set(value).size >= 4
  );
}

/** A quote may be escaped, as in JSON within a string. */
const ASSIGNED = /(=>|[:=,>])(\s*)\\{0,3}(["'`]?)([^\s"'`<]+)(["'`]|<\/)?$/;
/** Of a longer value the expressions match only so much, without the quote that closes it. */
const MATCHED_MAX = 40;
/** A member of something, an element of a list, or a call. */
const CODE = /\($|^[A-Za-z_]\w*(?:(?:\.[A-Za-z_]\w*)+|\[\w*\])$/;
/** The next setting, behind one without a value; a value of mixed letter case may end with `=` itself. */
const NEXT_SETTING = /^(?:[A-Z0-9_]+|[a-z0-9_.-]+)[=:]/;

/** Whether a value without quotes is an expression of a program. */
export const isCode = (value: string): boolean => CODE.test(value);

/**
 * The value of `name = "value"` with whether it stands in quotes; null where nothing is assigned. A text that goes on behind its first word is
 * no value in quotes, and an argument behind a name, or the text of an element, must look like a value by itself.
 */
export function assignedValue(text: string): { readonly value: string; readonly quoted: boolean } | null {
  const [, sign, gap = '', quote = '', value, close = ''] = ASSIGNED.exec(text) ?? [];
  if (value === undefined || (sign === '>' && close !== '</') || (gap.includes('\n') && NEXT_SETTING.test(value))) return null;
  const plain = close === '' ? value : value.replace(/\\{1,3}$/, '');
  // Without quotes a comma or semicolon begins something else.
  if (quote === '') return { value: plain.split(/[,;]/)[0] ?? '', quoted: false };
  return { value: plain, quoted: sign !== ',' && (close === quote || value.endsWith('(') || value.length >= MATCHED_MAX) };
}
