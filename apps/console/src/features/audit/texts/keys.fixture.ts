import { ALL_AUDIT_KINDS } from '@leakwatch/vocabulary';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'activity.kind.': ALL_AUDIT_KINDS,
  'audit.detail.': [
    'accounts',
    'action',
    'bytes',
    'call',
    'cascade',
    'chat',
    'count',
    'fields',
    'group',
    'job',
    'keyword_set',
    'letters',
    'logo',
    'notification',
    'noun',
    'objects',
    'proxy',
    'queue',
    'reason',
    'regex_template',
    'request',
    'service_account',
    'status',
    'tariff',
    'token',
    'version',
  ],
};
