import { Injectable } from '@nestjs/common';
import { internalTask, type TaskChange } from '@leakwatch/contracts';
import { asService, CONSUMER, Database, LeakwatchError, newId, ServiceClients } from '@leakwatch/platform';
import { keepTask } from './task-copy.store.ts';

/**
 * Asks the tasks service for tasks that the bus has not delivered: their messages may be behind the findings, or older than the bus
 * keeps messages.
 */
@Injectable()
export class LearnTasks {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
  ) {}

  /** Returns the ids of tasks that do not exist. Throws Unavailable while the tasks service is away. */
  async run(ids: Iterable<string>): Promise<ReadonlySet<string>> {
    const missing = new Set<string>();
    for (const id of ids) {
      const task = await this.ask(id);
      if (task === undefined) missing.add(id);
      else await this.database.inScope(CONSUMER, (em) => keepTask(em, task));
    }
    return missing;
  }

  /** The owner's answer is final: a task exists before anything of it is published. */
  private async ask(id: string): Promise<TaskChange | undefined> {
    try {
      return await this.services.call(internalTask, asService('events', newId()), { params: { id } });
    } catch (error) {
      if (error instanceof LeakwatchError && error.status === 404) return undefined;
      throw error;
    }
  }
}
