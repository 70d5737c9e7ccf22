import { Inject, Injectable } from '@nestjs/common';
import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { matchesFilterKeywords } from '@leakwatch/matching';
import {
  type Bus,
  BUS,
  CONSUMER,
  Database,
  type Delivery,
  LIVE,
  type LiveNotifier,
  newDeliveries,
  newId,
  type SqlEntityManager,
  Undeliverable,
} from '@leakwatch/platform';
import { matchingRules } from '../blacklist/matching-rules.store.ts';
import { type Examination, NOTHING_FOUND } from '../detectors/detector.entities.ts';
import { ExamineTexts } from '../detectors/examine-texts.ts';
import { addToDigest } from '../digests/waiting-events.store.ts';
import { hashesOf, reviewContents, takeContents } from '../evidence/take-contents.store.ts';
import { eventChangeMessage, EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { type ComparedEvent, keepSecrets, keepTexts, reviewTexts } from '../similarity/compared.store.ts';
import type { TaskCopy } from '../task-copies/task-copy.entity.ts';
import { LearnTasks } from '../task-copies/learn-tasks.ts';
import { tasksById } from '../task-copies/task-copy.store.ts';
import { eventId } from './event-identity.ts';
import { comingBack, type FoundAgain, reopen } from './reopen.store.ts';
import { firstStatus } from './first-status.domain.ts';
import { type IntakeEvent, keepEvents, placeOf, recordFirstStatuses } from './intake.store.ts';

function toIntakeEvent(
  finding: Finding,
  task: Pick<TaskCopy, 'filter_keywords' | 'filter_mode'>,
  rule: string | null,
  examined: Examination,
): Omit<IntakeEvent, 'versions'> {
  const held = matchesFilterKeywords(finding.excerpt.text, task.filter_keywords);
  const first = firstStatus({
    blacklisted: rule !== null,
    filterMode: task.filter_mode,
    taskHasFilters: task.filter_keywords.length > 0,
    held,
  });
  return { id: eventId(finding), finding, held, status: first.status, actor: first.actor, rule, examined };
}

const comparedOf = ({ id, finding, examined }: IntakeEvent): ComparedEvent => ({
  id,
  organisation: finding.organisation_id,
  compared: examined.compared,
});

/** The transaction is rolled back: the tasks are learned first. */
class UnknownTasks extends Error {
  constructor(readonly tasks: ReadonlySet<string>) {
    super('findings of tasks that this service has no copy of');
  }
}

/** Findings become events, once each: the inbox stops a redelivery, the event's id a second finding of the same leak. */
@Injectable()
export class TakeFindings {
  constructor(
    private readonly database: Database,
    private readonly learn: LearnTasks,
    private readonly examine: ExamineTexts,
    @Inject(BUS) private readonly bus: Bus,
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
      return findings.length > 0 ? this.keep(em, findings) : [];
    });
    this.live.notify(changed, EVENTS_CHANGED);
  }

  /** Returns the organisations that have new events, or fixed ones that came back. */
  private async keep(em: SqlEntityManager, findings: readonly Finding[]): Promise<readonly string[]> {
    const tasks = await tasksById(
      em,
      findings.map((finding) => finding.task_id),
    );
    const unknown = new Set(findings.map((finding) => finding.task_id).filter((id) => !tasks.has(id)));
    if (unknown.size > 0) throw new UnknownTasks(unknown);
    const rules = await matchingRules(em, findings.map(placeOf));
    const examined = await this.examine.run(
      em,
      findings.map(({ organisation_id: organisation, excerpt: { text } }) => ({ organisation, text })),
    );
    const events = new Map<string, IntakeEvent>();
    const again: FoundAgain[] = [];
    for (const [at, finding] of findings.entries()) {
      const task = tasks.get(finding.task_id);
      if (task === undefined) continue;
      const event = toIntakeEvent(finding, task, rules[at] ?? null, examined[at] ?? NOTHING_FOUND);
      const { version } = finding.document;
      const known = events.get(event.id);
      events.set(event.id, { ...(known ?? event), versions: [...new Set([...(known?.versions ?? []), version])] });
      // One that a rule or a keyword keeps out now does not come back.
      if (event.status === 'open') again.push({ id: event.id, version, foundAt: finding.found_at });
    }
    await takeContents(em, findings);
    const newTexts = await keepTexts(em, [...events.values()].map(comparedOf));
    const back = await comingBack(em, again);
    const created = await keepEvents(em, [...events.values()]);
    const fresh = created.flatMap(({ id, created: at }) => {
      const event = events.get(id);
      return event === undefined ? [] : [{ event, at, change: newId() }];
    });
    const used = new Set(fresh.map(({ event }) => event.finding));
    await reviewContents(em, hashesOf(findings.filter((finding) => !used.has(finding))));
    await recordFirstStatuses(em, fresh);
    await keepSecrets(
      em,
      fresh.map(({ event }) => comparedOf(event)),
    );
    // An event that was known keeps its text, and the text of the finding may be new.
    const usedTexts = new Set(fresh.map(({ event }) => event.examined.compared.text?.id));
    await reviewTexts(
      em,
      newTexts.filter(({ text }) => !usedTexts.has(text)),
    );
    await reopen(em, this.bus, [...back]);
    const reopened = [...events.values()].filter(({ id }) => back.has(id));
    await addToDigest(em, [...fresh.flatMap(({ event }) => (event.status === 'open' ? [event] : [])), ...reopened]);
    await this.bus.publish(
      em,
      fresh.map(({ event, at, change }) =>
        eventChangeMessage({
          change_id: change,
          event_id: event.id,
          organisation_id: event.finding.organisation_id,
          task_id: event.finding.task_id,
          source_type: event.finding.source_type,
          pattern_text: event.finding.pattern.text,
          created: at,
          from_status: null,
          to_status: event.status,
          at,
        }),
      ),
    );
    return [...fresh.map(({ event }) => event), ...reopened].map(({ finding }) => finding.organisation_id);
  }
}
