import {
  readDomains,
  readExpressions,
  readFilterKeywords,
  readMagicKeywords,
  readRecipients,
  readTelegramChannels,
  type SortedLines,
} from '@leakwatch/rules';
import type { ListField } from '../draft/draft.ts';

/** The rule of libs/rules for each list of the form. */
export const LIST_RULES: Readonly<Record<ListField, (texts: readonly string[]) => SortedLines>> = {
  recipients: readRecipients,
  channels: readTelegramChannels,
  publicDomains: readDomains,
  internalDomains: readDomains,
  magicKeywords: readMagicKeywords,
  expressions: (texts) => readExpressions(texts),
  filterKeywords: readFilterKeywords,
};
