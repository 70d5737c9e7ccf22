import { Injectable } from '@nestjs/common';
import { internalTask, type TaskChange } from '@leakwatch/contracts';
import { asService, newId, ServiceClients } from '@leakwatch/platform';
import { KeepTask } from './keep-task.ts';

/** Asks the tasks service for a task that the bus has not delivered: its message may be older than the bus keeps messages. */
@Injectable()
export class LearnTask {
  constructor(
    private readonly keep: KeepTask,
    private readonly services: ServiceClients,
  ) {}

  /** Throws Unavailable while the tasks service is away, not_found for an unknown task. */
  async run(id: string): Promise<TaskChange> {
    const task = await this.services.call(internalTask, asService('crawler', newId()), { params: { id } });
    await this.keep.run(task);
    return task;
  }
}
