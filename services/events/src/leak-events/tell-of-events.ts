import type { LiveTopic } from '@leakwatch/contracts';
import type { LiveTeller } from '@leakwatch/platform';

const TOPICS: readonly LiveTopic[] = ['events'];

/** Tells the organisations' browsers that their events changed; after the transaction. */
export function tellOfEvents(live: LiveTeller, organisations: readonly string[]): void {
  for (const organisation of new Set(organisations)) live.tell(organisation, TOPICS);
}
