import { Inject, Injectable } from '@nestjs/common';
import { internalTask, type TaskChange } from '@leakwatch/contracts';
import { asService, CallerSigner, CONSUMER, Database, newId, ServiceClient, SETTINGS, type ServiceSettings } from '@leakwatch/platform';
import { keepWatched } from './watched-task.store.ts';

/** Asks the tasks service for a task that the bus has not brought, as for a crawler that is newer than what the bus keeps. */
@Injectable()
export class LearnTask {
  private readonly tasks: ServiceClient;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) settings: ServiceSettings,
    signer: CallerSigner,
  ) {
    this.tasks = new ServiceClient(settings.TASKS_URL, signer);
  }

  /** Throws Unavailable when the tasks service is away, not_found when there is no such task. */
  async run(id: string): Promise<TaskChange> {
    const task = await this.tasks.call(internalTask, asService('crawler', newId()), { params: { id } });
    await this.database.inScope(CONSUMER, (em) => keepWatched(em, task));
    return task;
  }
}
