import { Inject, Injectable } from '@nestjs/common';
import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, LIVE, type LiveNotifier, newDeliveries, Undeliverable } from '@leakwatch/platform';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { LearnTasks } from '../task-copies/learn-tasks.ts';
import { KeepFindings, UnknownTasks } from './keep-findings.ts';

/** Findings become events, once each: the inbox stops a redelivery, the event's id a second finding of the same leak. */
@Injectable()
export class TakeFindings {
  constructor(
    private readonly database: Database,
    private readonly learn: LearnTasks,
    private readonly keep: KeepFindings,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Throws Undeliverable with the findings of tasks that do not exist, Unavailable while the tasks service must be asked and is away. */
  async run(batch: readonly Delivery<Finding>[]): Promise<void> {
    try {
      await this.take(batch);
    } catch (error) {
      if (!(error instanceof UnknownTasks)) throw error;
      const missing = await this.learn.run(error.tasks);
      if (missing.size > 0)
        throw new Undeliverable(
          'task_unknown',
          batch.filter(({ payload }) => missing.has(payload.task_id)).map(({ id }) => id),
        );
      await this.take(batch);
    }
  }

  private async take(batch: readonly Delivery<Finding>[]): Promise<void> {
    const changed = await this.database.inScope(CONSUMER, async (em) => {
      const fresh = await newDeliveries(em, 'events', findingsV1.topic, batch);
      const findings = fresh.map((message) => message.payload);
      return findings.length > 0 ? (await this.keep.run(em, findings, 'launch')).organisations : [];
    });
    this.live.notify(changed, EVENTS_CHANGED);
  }
}
