import { ACCOUNT_SEARCH_FIELDS } from '@leakwatch/contracts';
import { ACCOUNT_FAULTS } from '@leakwatch/rules';
import { LOCALES } from '@leakwatch/vocabulary';

const PARTS = ['title', 'text', 'confirm', 'done', 'failed'];

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'accounts.by.': ACCOUNT_SEARCH_FIELDS,
  'accounts.fault.': ACCOUNT_FAULTS,
  'accounts.language.': LOCALES,
  'accounts.ask.': ['delete', 'reset', 'end'].flatMap((what) => PARTS.map((part) => `${what}.${part}`)),
  'accounts.link.': ['recovery', 'welcome'].flatMap((kind) => ['done', 'failed'].map((part) => `${kind}.${part}`)),
};
