import { ALL_AUDIT_KINDS } from '@leakwatch/vocabulary';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = { 'activity.kind.': ALL_AUDIT_KINDS };
