import type { LiveTopic } from '@leakwatch/contracts';
import type { LiveNotifier } from '@leakwatch/platform';

const TOPICS: readonly LiveTopic[] = ['notifications'];

/** Tells the organisations' browsers that their notifications changed; after the transaction. */
export function tellOfNotifications(live: LiveNotifier, organisations: readonly string[]): void {
  for (const organisation of new Set(organisations)) live.notify([organisation], TOPICS);
}
