import { type LiveTopic, taskChangesV1 } from '@leakwatch/contracts';
import { type Bus, type LiveNotifier, outgoing, type SqlEntityManager } from '@leakwatch/platform';
import { recipientsOf } from './task-recipients.store.ts';
import { taskChange } from './task-change.read-model.ts';

/** Publishes a changed task to the other services. It is the last call in the transaction. */
export async function publishTaskChange(em: SqlEntityManager, bus: Bus, id: string): Promise<void> {
  const change = await taskChange(em, id);
  if (change === undefined) throw new Error('the changed task does not exist');
  await bus.publish(em, [outgoing(taskChangesV1, change), ...(await recipientsOf(em, [id]))]);
}

const TOPICS: readonly LiveTopic[] = ['tasks'];

/** Notifies the organisations' browsers that their tasks or launches changed. Call it after the commit. */
export function announceTasks(live: LiveNotifier, organisations: readonly string[]): void {
  live.notify(organisations, TOPICS);
}
