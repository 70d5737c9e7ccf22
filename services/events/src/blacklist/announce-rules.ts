import type { LiveTopic } from '@leakwatch/contracts';
import type { LiveNotifier } from '@leakwatch/platform';

const TOPICS: readonly LiveTopic[] = ['settings'];

/** Open pages of the organisation ask again for its rules and their number. Call it after the transaction. */
export const announceRules = (live: LiveNotifier, organisation: string): void => live.notify([organisation], TOPICS);
