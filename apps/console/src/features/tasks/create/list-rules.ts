import { EXPRESSION_MAX, readDomains, readFilterKeywords, readMagicKeywords, sortLines, type SortedLines } from '@leakwatch/rules';
import type { ListField } from './draft.ts';

/** The contract's bound of an address. */
const EMAIL_MAX = 254;
/** Looser than the server's rule: it tells typing slips, the server decides. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

// libs/rules has no rule for expressions and recipients yet; these use its limits and its way to drop and tell.
// Whether an expression can run is for the server to say: the engine is no part of the browser bundle.
const readExpressions = (texts: readonly string[]): SortedLines =>
  sortLines(
    texts.flatMap((text) => text.split(/\r?\n/)),
    (entry) => (entry.trim().length > EXPRESSION_MAX ? { reason: 'expression_too_long' } : { ok: entry.trim() }),
  );

const readRecipients = (texts: readonly string[]): SortedLines =>
  sortLines(
    texts.flatMap((text) => text.split(/[\s,;]+/)),
    (token) => (EMAIL.test(token) && token.length <= EMAIL_MAX ? { ok: token.toLowerCase() } : { reason: 'recipient_invalid' }),
  );

/** Which rule reads which list of the form. */
export const LIST_RULES: Readonly<Record<ListField, (texts: readonly string[]) => SortedLines>> = {
  recipients: readRecipients,
  publicDomains: readDomains,
  internalDomains: readDomains,
  magicKeywords: readMagicKeywords,
  expressions: readExpressions,
  filterKeywords: readFilterKeywords,
};
