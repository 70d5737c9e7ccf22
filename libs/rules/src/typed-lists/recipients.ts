import { RECIPIENT_MAX } from '../limits.ts';
import { type SortedLines, sortLines } from './sorted-lines.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** The rule of HTML's e-mail fields, and a dot in the domain, because mail is sent to other machines. */
const EMAIL = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`, 'i');

/** Recipients: split on whitespace (and commas, as address books paste them); entries that are not e-mail addresses are dropped. */
export const readRecipients = (texts: readonly string[]): SortedLines =>
  sortLines(
    texts.flatMap((text) => text.split(/[\s,;]+/)),
    (token) => (token.length <= RECIPIENT_MAX && EMAIL.test(token) ? { ok: token.toLowerCase() } : { reason: 'recipient_invalid' }),
  );
