import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { keepTask } from './task.store.ts';

@Controller()
export class TasksConsumer {
  constructor(private readonly database: Database) {}

  @EventPattern<string>(taskChangesV1.topic)
  async keep(batch: readonly Delivery<TaskChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const message of batch) await keepTask(em, message.payload);
    });
  }
}
