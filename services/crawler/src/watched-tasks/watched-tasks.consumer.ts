import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { keepWatched } from './watched-task.store.ts';

@Controller()
export class WatchedTasksConsumer {
  constructor(private readonly database: Database) {}

  /** Needs no inbox: the version decides. */
  @EventPattern<string>(taskChangesV1.topic)
  async keep(batch: readonly Delivery<TaskChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const message of batch) await keepWatched(em, message.payload);
    });
  }
}
