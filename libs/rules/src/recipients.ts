import { RECIPIENT_MAX } from './limits.ts';
import { type SortedLines, sortLines } from './sorted-lines.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** As HTML's e-mail fields, with a dot in the domain: mail leaves the machine. */
const EMAIL = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`, 'i');

/** Recipients: split on whitespace (and commas, as address books paste them); what is no e-mail address is dropped. */
export const readRecipients = (texts: readonly string[]): SortedLines =>
  sortLines(
    texts.flatMap((text) => text.split(/[\s,;]+/)),
    (token) => (token.length <= RECIPIENT_MAX && EMAIL.test(token) ? { ok: token.toLowerCase() } : { reason: 'recipient_invalid' }),
  );
