import { SERVICE_ACCOUNT_FAULTS } from '@leakwatch/rules';
import {
  ACCOUNT_RESOURCES,
  SERVICE_ACCOUNT_SOURCES,
  SERVICE_ACCOUNT_STATES,
  SERVICE_ACCOUNT_STEPS,
  TELEGRAM_CHAT_STATUSES,
  TELEGRAM_SIGN_IN_STAGES,
} from '@leakwatch/vocabulary';

const ACTIONS = [...SERVICE_ACCOUNT_STEPS.filter((step) => step !== 'company_changed'), 'delete'];

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'serviceAccounts.source_hint.': SERVICE_ACCOUNT_SOURCES,
  'serviceAccounts.state.': SERVICE_ACCOUNT_STATES,
  'serviceAccounts.use.resources.': ACCOUNT_RESOURCES,
  'serviceAccounts.fault.': SERVICE_ACCOUNT_FAULTS,
  'serviceAccounts.done.': ACTIONS,
  'serviceAccounts.not_done.': ACTIONS,
  'serviceAccounts.telegram.step.': ['ask', 'code', 'password'],
  'serviceAccounts.telegram.stages.': ['none', ...TELEGRAM_SIGN_IN_STAGES],
  'serviceAccounts.telegram.refused.': ['ended', 'banned', 'other'],
  'serviceAccounts.telegram.chat.': TELEGRAM_CHAT_STATUSES,
  'serviceAccounts.ask.': ['delete', 'unlink', 'share'].flatMap((question) => [`${question}.title`, `${question}.text`]),
};
