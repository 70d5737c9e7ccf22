import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, CONSUMER, Database, type SqlEntityManager } from '@leakwatch/platform';
import { endSubscriptions, keepSubscriptions } from '../units/subscriptions.store.ts';
import { UNIT_SOURCES, type UnitNeed, type UnitSource } from '../sources/unit-source.port.ts';
import { endUses, subscribe } from '../repositories/mirrors/mirror-use.store.ts';
import { countMirrors } from '../storage/count-mirrors.ts';
import { keepWatched } from '../units/watching/watched-patterns.store.ts';
import { lockWatchedTask, saveWatchedTask, setNeedsDigest, type StoredTask } from './watched-task.store.ts';

interface Needs {
  readonly source: UnitSource;
  readonly units: readonly UnitNeed[];
}

const runs = ({ running, archived }: TaskChange): boolean => running && !archived;

/** Equal for needs that make the same subscriptions. */
const digestOf = (needs: readonly Needs[]): string =>
  createHash('sha256')
    .update(JSON.stringify(needs.map(({ source, units }) => [source.kind, units])))
    .digest('hex');

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
    const needs = this.needsOf(task);
    await this.database.inScope(CONSUMER, async (em) => {
      if (await saveWatchedTask(em, task, digestOf(needs))) await this.keep(em, task, needs);
    });
  }

  /** Whether this version of the crawler derives other units from a stored task than the version that stored it. */
  isOutdated({ snapshot, needs_digest: digest }: StoredTask): boolean {
    return digestOf(this.needsOf(taskChangesV1.schema.parse(snapshot))) !== digest;
  }

  /** Derives again what an outdated task needs. False when it was renewed or deleted meanwhile. */
  renew(id: string): Promise<boolean> {
    return this.database.inScope(CONSUMER, async (em) => {
      const stored = await lockWatchedTask(em, id);
      if (stored === undefined || !this.isOutdated(stored)) return false;
      const task = taskChangesV1.schema.parse(stored.snapshot);
      const needs = this.needsOf(task);
      await setNeedsDigest(em, id, digestOf(needs));
      await this.keep(em, task, needs);
      return true;
    });
  }

  private needsOf(task: TaskChange): readonly Needs[] {
    const sources = runs(task) ? this.sources.filter((source) => task.source_types.includes(source.kind)) : [];
    // Those whose subscriptions are numbered first: the number is locked before any unit.
    sources.sort((left, right) => Number(right.audience === 'subscribers') - Number(left.audience === 'subscribers'));
    return sources.map((source) => ({ source, units: source.unitsFor(task) }));
  }

  private async keep(em: SqlEntityManager, task: TaskChange, needs: readonly Needs[]): Promise<void> {
    const kinds = needs.map(({ source }) => source.kind);
    const isMonitoring = runs(task) && task.source_types.includes('git_repo');
    await endSubscriptions(em, task.task_id, isMonitoring ? [...kinds, 'git_repo'] : kinds);
    await keepWatched(em, task, kinds);
    for (const { source, units } of needs) await keepSubscriptions(em, task, source, units);
    if (runs(task)) await subscribe(em, task);
    if (await endUses(em, task)) await countMirrors(em, this.bus, [task.organisation_id]);
  }
}
