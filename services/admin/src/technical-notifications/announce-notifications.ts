import type { LiveTopic } from '@leakwatch/contracts';
import type { LiveTeller } from '@leakwatch/platform';

const TOPICS: readonly LiveTopic[] = ['notifications'];

/** Announces to the organisations' browsers that notifications changed. Call it after the transaction. */
export function announceNotifications(live: LiveTeller, organisations: readonly string[]): void {
  for (const organisation of new Set(organisations)) live.tell(organisation, TOPICS);
}
