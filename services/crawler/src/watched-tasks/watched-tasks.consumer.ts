import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import type { Delivery } from '@leakwatch/platform';
import { KeepTask } from './keep-task.ts';

@Controller()
export class WatchedTasksConsumer {
  constructor(private readonly keep: KeepTask) {}

  /**
   * A repeated message changes nothing, because the version is compared: no inbox is needed. A transaction holds one task: with several it
   * could deadlock with one that holds the same in another order.
   */
  @EventPattern<string>(taskChangesV1.topic)
  async save(batch: readonly Delivery<TaskChange>[]) {
    for (const message of batch) await this.keep.run(message.payload);
  }
}
