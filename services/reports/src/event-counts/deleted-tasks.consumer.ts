import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { removeCounts } from './event-counts.store.ts';

@Controller()
export class DeletedTasksConsumer {
  constructor(private readonly database: Database) {}

  /** Counts are removed with the events of a deleted task. That is final, so it needs neither versions nor an inbox. */
  @EventPattern<string>(taskChangesV1.topic)
  async remove(batch: readonly Delivery<TaskChange>[]) {
    const deleted = batch.map((message) => message.payload).filter((task) => task.archived && task.delete_events);
    if (deleted.length === 0) return;
    await this.database.inScope(CONSUMER, async (em) => {
      for (const task of deleted) await removeCounts(em, task.task_id, task.organisation_id);
    });
  }
}
