import { Injectable } from '@nestjs/common';
import { DETECTORS_VERSION } from '@leakwatch/matching';
import { CONSUMER, Database, row, rows, type SqlEntityManager, sql, storableJson } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { raiseBuiltIn } from './detector-set.store.ts';
import type { Examination } from './detector.entities.ts';
import { type ComparedEvent, compareAgain, keepTexts, reviewTexts } from '../similarity/compared.store.ts';
import { ExamineTexts } from './examine-texts.ts';

/** Held for the length of one page: of several events services one examines. */
const EXAMINE_LOCK = 727_059;
/** Events of one transaction: about a tenth of a second, during which their status cannot be changed. */
const PAGE = 500;
/** Pages of one round, some seconds: a process that is stopped waits for its round. */
const PAGES = 40;
/** Before every event's id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Page {
  readonly events: readonly { readonly id: string; readonly organisation: string; readonly text: string }[];
  readonly revision: number;
}

/** Examines the stored events by id, page by page, after the detectors or a template changed. It goes on where it was stopped. */
@Injectable()
export class ExamineStoredEvents {
  constructor(
    private readonly database: Database,
    private readonly examine: ExamineTexts,
  ) {}

  /** One round; the next one goes on where it ended. */
  async run(page = PAGE, pages = PAGES): Promise<void> {
    await this.database.inScope(CONSUMER, (em) => raiseBuiltIn(em, DETECTORS_VERSION));
    for (let left = pages; left > 0; left -= 1) if (!(await this.database.inScope(CONSUMER, (em) => this.examinePage(em, page)))) return;
  }

  /** False when nothing is left, or another process examines. */
  private async examinePage(em: SqlEntityManager, size: number): Promise<boolean> {
    const next = await nextPage(em, size);
    if (next === null) return false;
    const { events, revision } = next;
    const examined = await this.examine.run(em, events);
    const compared = events.flatMap(({ id, organisation }, at): ComparedEvent[] => {
      const examination = examined[at];
      return examination === undefined ? [] : [{ id, organisation, compared: examination.compared }];
    });
    // Texts before events, as at intake. An event whose text the intake changed meanwhile was examined by it.
    const newTexts = await keepTexts(em, compared);
    const there = await lockIds(em, events);
    const isThere = (_: unknown, at: number) => there.has(events[at]?.id ?? '');
    await keep(em, events.filter(isThere), examined.filter(isThere));
    await compareAgain(
      em,
      compared.filter(({ id }) => there.has(id)),
    );
    await reviewTexts(em, there.size === events.length ? [] : newTexts);
    const last = events.at(-1)?.id ?? null;
    await tables(em)
      .updateTable('events.detector_set')
      .set({ examined: events.length < size, ...(last !== null && { examined_to: last }) })
      .where('revision', '=', revision)
      .execute();
    return events.length === size;
  }
}

async function nextPage(em: SqlEntityManager, size: number): Promise<Page | null> {
  const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${EXAMINE_LOCK}) as held`);
  if (lock?.held !== true) return null;
  const set = await tables(em)
    .selectFrom('events.detector_set')
    .select(['revision', 'examined_to'])
    .where('examined', '=', false)
    .forKeyShare()
    .executeTakeFirst();
  if (set === undefined) return null;
  const events = await rows(
    em,
    sql<Page['events'][number]>`select id, organisation_id as organisation, excerpt ->> 'text' as text from events.event
      where id > ${set.examined_to ?? FIRST}::uuid order by id limit ${size}`,
  );
  return { events, revision: set.revision };
}

/** The ids of the events that are still there with the same text, with their rows locked. */
async function lockIds(em: SqlEntityManager, events: Page['events']): Promise<ReadonlySet<string>> {
  const locked = await rows(
    em,
    sql<{ id: string; text: string }>`select id, excerpt ->> 'text' as text from events.event
        where id = any (${events.map(({ id }) => id)}::uuid[]) order by id for update`,
  );
  const texts = new Map(locked.map(({ id, text }) => [id, text]));
  return new Set(events.filter(({ id, text }) => texts.get(id) === text).map(({ id }) => id));
}

/** Writes the events of which something else was found than before; the triggers count the change. */
async function keep(em: SqlEntityManager, events: Page['events'], examined: readonly Examination[]): Promise<void> {
  const tokens = examined.map((one) => storableJson(one.tokens));
  await rows(
    em,
    sql`update events.event e set tokens = n.tokens, severity = n.severity,
          detectors = array(select (token ->> 'id')::uuid from jsonb_array_elements(n.tokens) token)
        from unnest(${events.map(({ id }) => id)}::uuid[], ${tokens}::jsonb[], ${examined.map(({ severity }) => severity)}::text[])
          as n (id, tokens, severity)
        where e.id = n.id and (e.tokens, e.severity) is distinct from (n.tokens, n.severity)`,
  );
}
