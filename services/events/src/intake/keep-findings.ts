import { Inject, Injectable } from '@nestjs/common';
import type { Finding } from '@leakwatch/contracts';
import { matchesFilterKeywords } from '@leakwatch/matching';
import { type Bus, BUS, newId, type SqlEntityManager, storableText } from '@leakwatch/platform';
import { matchingRules } from '../blacklist/matching-rules.store.ts';
import { type Examination, NOTHING_FOUND } from '../detectors/detector.entities.ts';
import { ExamineTexts } from '../detectors/examine-texts.ts';
import { addToDigest } from '../digests/waiting-events.store.ts';
import { hashesOf, heldContents, reviewContents, takeContents } from '../evidence/take-contents.store.ts';
import { eventChangeMessage } from '../leak-events/event-change.ts';
import { type ComparedEvent, keepSecrets, keepTexts, reviewTexts } from '../similarity/compared.store.ts';
import type { TaskCopy } from '../task-copies/task-copy.entity.ts';
import { tasksById } from '../task-copies/task-copy.store.ts';
import { continueEvents } from './continued-events.store.ts';
import { type Identity, identify, identifyWithHidden } from './event-identity.ts';
import { comingBack, type FoundAgain, reopen } from './reopen.store.ts';
import { firstStatus } from './first-status.domain.ts';
import { type FoundBy, type IntakeEvent, keepEvents, knownEvents, placeOf, recordFirstStatuses } from './intake.store.ts';
import { followParts, keepReadings } from './part-readings.store.ts';

function toIntakeEvent(
  id: string,
  finding: Finding,
  task: Pick<TaskCopy, 'filter_keywords' | 'filter_mode'>,
  rule: string | null,
  examined: Examination,
): Omit<IntakeEvent, 'versions' | 'foundBy'> {
  const held = matchesFilterKeywords(finding.excerpt.text, task.filter_keywords);
  const first = firstStatus({
    blacklisted: rule !== null,
    filterMode: task.filter_mode,
    taskHasFilters: task.filter_keywords.length > 0,
    held,
  });
  return { id, finding, held, status: first.status, actor: first.actor, rule, examined };
}

const comparedOf = ({ id, finding, examined }: IntakeEvent): ComparedEvent => ({
  id,
  organisation: finding.organisation_id,
  compared: examined.compared,
});

/** The transaction is rolled back: the tasks are learned first. */
export class UnknownTasks extends Error {
  constructor(readonly tasks: ReadonlySet<string>) {
    super('findings of tasks that this service has no copy of');
  }
}

/** What became of findings. */
export interface KeptFindings {
  /** Organisations that have new events, fixed ones that came back, or events that say more than before. */
  readonly organisations: readonly string[];
  /** New events. */
  readonly created: number;
}

/** Findings become events in the caller's transaction: those of a crawler's launch, and those in content that is kept. */
@Injectable()
export class KeepFindings {
  constructor(
    private readonly examine: ExamineTexts,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /**
   * Findings in kept content make new events and change no known one: nothing was seen again. Those whose content is gone by now are left
   * out. Throws UnknownTasks, and then the transaction must be rolled back.
   */
  async run(em: SqlEntityManager, found: readonly Finding[], foundBy: FoundBy): Promise<KeptFindings> {
    const inArchive = foundBy === 'archive';
    const wanted = inArchive ? await unknownOnes(em, found) : found;
    if (wanted.length === 0) return { organisations: [], created: 0 };
    const tasks = await tasksById(
      em,
      wanted.map((finding) => finding.task_id),
    );
    const unknown = new Set(wanted.map((finding) => finding.task_id).filter((id) => !tasks.has(id)));
    if (unknown.size > 0) throw new UnknownTasks(unknown);
    const { findings, ids } = inArchive ? { findings: wanted, ids: await identify(em, wanted) } : await identifyWithHidden(em, wanted);
    const rules = await matchingRules(em, findings.map(placeOf));
    const examined = await this.examine.run(
      em,
      findings.map(({ organisation_id: organisation, excerpt: { text } }) => ({ organisation, text })),
    );
    const events = new Map<string, IntakeEvent>();
    const continued = new Map<string, string[]>();
    const again: FoundAgain[] = [];
    for (const [at, finding] of findings.entries()) {
      const [{ id, continuedAs } = {}, task] = [ids[at], tasks.get(finding.task_id)];
      if (id === undefined || task === undefined) continue;
      const event = toIntakeEvent(id, finding, task, rules[at] ?? null, examined[at] ?? NOTHING_FOUND);
      const version = storableText(finding.document.version);
      const known = events.get(event.id);
      if (typeof continuedAs === 'string') continued.set(id, [...(continued.get(id) ?? []), continuedAs]);
      const shown = typeof continuedAs === 'string' ? event : (known ?? event);
      events.set(event.id, { ...shown, foundBy, versions: [...new Set([...(known?.versions ?? []), version])] });
      // One that a rule or a keyword keeps out now does not come back.
      if (event.status === 'open') again.push({ id: event.id, version, foundAt: finding.found_at });
    }
    if (inArchive) {
      const held = await heldContents(em, findings);
      for (const [id, { finding }] of events) if (!held(finding)) events.delete(id);
    } else await takeContents(em, findings);
    const newTexts = await keepTexts(em, [...events.values()].map(comparedOf));
    const back = inArchive ? new Set<string>() : await comingBack(em, [...events.keys()], again);
    const created = await keepEvents(em, [...events.values()]);
    const further = [...events.values()].flatMap((event) => {
      const knownAs = continued.get(event.id);
      return knownAs === undefined ? [] : [{ ...event, knownAs }];
    });
    await continueEvents(em, further);
    if (!inArchive) {
      const parts = partsOf(findings, ids);
      await keepReadings(em, parts);
      await followParts(em, parts);
    }
    const fresh = created.flatMap(({ id, created: at }) => {
      const event = events.get(id);
      return event === undefined ? [] : [{ event, at, change: newId() }];
    });
    const used = new Set(fresh.map(({ event }) => event.finding));
    if (!inArchive) await reviewContents(em, hashesOf(findings.filter((finding) => !used.has(finding))));
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
    return {
      organisations: [...fresh.map(({ event }) => event), ...reopened, ...further].map(({ finding }) => finding.organisation_id),
      created: fresh.length,
    };
  }
}

const partsOf = (findings: readonly Finding[], ids: readonly Identity[]) =>
  findings.flatMap((finding, at) => {
    const { id, part = null } = ids[at] ?? {};
    return id === undefined || part === null ? [] : [{ id, finding, known: part }];
  });

async function unknownOnes(em: SqlEntityManager, findings: readonly Finding[]): Promise<readonly Finding[]> {
  const ids = (await identify(em, findings)).map(({ id }) => id);
  const known = await knownEvents(em, ids);
  return findings.filter((_, at) => !known.has(ids[at] ?? ''));
}
