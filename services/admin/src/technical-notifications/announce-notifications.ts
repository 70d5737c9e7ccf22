import type { LiveTopic } from '@leakwatch/contracts';
import type { LiveTeller } from '@leakwatch/platform';

const TOPICS: readonly LiveTopic[] = ['notifications'];

/** Tells the organisations' browsers that their notifications changed; after the transaction. */
export function announceNotifications(live: LiveTeller, organisations: readonly string[]): void {
  for (const organisation of new Set(organisations)) live.tell(organisation, TOPICS);
}
