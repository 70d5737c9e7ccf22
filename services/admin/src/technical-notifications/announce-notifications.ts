import type { LiveTopic } from '@leakwatch/contracts';
import type { LiveNotifier } from '@leakwatch/platform';

const TOPICS: readonly LiveTopic[] = ['notifications'];

/** Announces to the organisations' browsers that notifications changed. Call it after the transaction. */
export function announceNotifications(live: LiveNotifier, organisations: readonly string[]): void {
  live.notify(new Set(organisations), TOPICS);
}
