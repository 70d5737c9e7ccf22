import { Injectable } from '@nestjs/common';
import { internalTask, type TaskChange } from '@leakwatch/contracts';
import { asService, CONSUMER, Database, newId, ServiceClients } from '@leakwatch/platform';
import { keepWatched } from './watched-task.store.ts';

/** Asks the tasks service for a task that the bus has not brought, as for a crawler that is newer than what the bus keeps. */
@Injectable()
export class LearnTask {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
  ) {}

  /** Throws Unavailable when the tasks service is away, not_found when there is no such task. */
  async run(id: string): Promise<TaskChange> {
    const task = await this.services.call(internalTask, asService('crawler', newId()), { params: { id } });
    await this.database.inScope(CONSUMER, (em) => keepWatched(em, task));
    return task;
  }
}
