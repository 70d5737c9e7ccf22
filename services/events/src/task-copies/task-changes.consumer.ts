import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, LIVE, type LiveNotifier } from '@leakwatch/platform';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { keepTask } from './task-copy.store.ts';

@Controller()
export class TaskChangesConsumer {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  @EventPattern<string>(taskChangesV1.topic)
  async keep(batch: readonly Delivery<TaskChange>[]) {
    const hidden = await this.database.inScope(CONSUMER, async (em) => {
      const organisations: string[] = [];
      for (const { payload } of batch) if (await keepTask(em, payload)) organisations.push(payload.organisation_id);
      return organisations;
    });
    this.live.notify(hidden, EVENTS_CHANGED);
  }
}
