import type { LiveTopic } from '@leakwatch/contracts';
import type { LiveNotifier } from '@leakwatch/platform';

const TOPICS: readonly LiveTopic[] = ['tasks'];

/** Tells the organisations' browsers that their tasks, or what runs for them, changed; after the transaction. */
export function tellOfTasks(live: LiveNotifier, organisations: readonly string[]): void {
  for (const organisation of new Set(organisations)) live.notify([organisation], TOPICS);
}
