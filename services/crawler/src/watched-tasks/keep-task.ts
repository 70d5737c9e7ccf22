import { Inject, Injectable } from '@nestjs/common';
import type { TaskChange } from '@leakwatch/contracts';
import { type Bus, BUS, CONSUMER, Database } from '@leakwatch/platform';
import { endSubscriptions, keepSubscriptions } from '../units/subscriptions.store.ts';
import { UNIT_SOURCES, type UnitSource } from '../sources/unit-source.port.ts';
import { endUses, subscribe } from '../repositories/mirrors/mirror-use.store.ts';
import { countMirrors } from '../storage/count-mirrors.ts';
import { keepWatched } from '../units/watching/watched-patterns.store.ts';
import { saveWatchedTask } from './watched-task.store.ts';

/** Keeps the copy of a task, and what is derived from it: its watched patterns, the units that it needs and the mirrors that it needs. */
@Injectable()
export class KeepTask {
  constructor(
    private readonly database: Database,
    @Inject(UNIT_SOURCES) private readonly sources: readonly UnitSource[],
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /** A version that is known already changes nothing. */
  async run(task: TaskChange): Promise<void> {
    const runs = task.running && !task.archived;
    const sources = runs ? this.sources.filter((source) => task.source_types.includes(source.kind)) : [];
    // Those whose subscriptions are numbered first: the number is locked before any unit.
    sources.sort((left, right) => Number(right.audience === 'subscribers') - Number(left.audience === 'subscribers'));
    const needs = sources.map((source) => ({ source, units: source.unitsFor(task) }));
    const kinds = sources.map((source) => source.kind);
    await this.database.inScope(CONSUMER, async (em) => {
      if (!(await saveWatchedTask(em, task))) return;
      await endSubscriptions(em, task.task_id, kinds);
      await keepWatched(em, task, kinds);
      for (const { source, units } of needs) await keepSubscriptions(em, task, source, units);
      if (runs) await subscribe(em, task);
      if (await endUses(em, task)) await countMirrors(em, this.bus, [task.organisation_id]);
    });
  }
}
