import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { saveWatchedTask } from './watched-task.store.ts';

@Controller()
export class WatchedTasksConsumer {
  constructor(private readonly database: Database) {}

  /** A repeated message changes nothing, because the version is compared: no inbox is needed. */
  @EventPattern<string>(taskChangesV1.topic)
  async save(batch: readonly Delivery<TaskChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const message of batch) await saveWatchedTask(em, message.payload);
    });
  }
}
