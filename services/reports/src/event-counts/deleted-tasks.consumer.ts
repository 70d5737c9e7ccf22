import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

@Controller()
export class DeletedTasksConsumer {
  constructor(private readonly database: Database) {}

  /** Counts go with the events of a deleted task. That is final, so it needs neither versions nor an inbox. */
  @EventPattern<string>(taskChangesV1.topic)
  async forget(batch: readonly Delivery<TaskChange>[]) {
    const deleted = batch.map((message) => message.payload).filter((task) => task.archived && task.delete_events);
    if (deleted.length === 0) return;
    await this.database.inScope(CONSUMER, async (em) => {
      for (const task of deleted) await forgetTask(em, task);
    });
  }
}

async function forgetTask(em: SqlEntityManager, { task_id: task, organisation_id: organisation }: TaskChange): Promise<void> {
  await rows(em, sql`insert into reports.deleted_task (task_id, organisation_id) values (${task}, ${organisation}) on conflict do nothing`);
  await rows(em, sql`delete from reports.counted_event where task_id = ${task}`);
  await rows(em, sql`delete from reports.daily_events where organisation_id = ${organisation} and task_id = ${task}`);
}
