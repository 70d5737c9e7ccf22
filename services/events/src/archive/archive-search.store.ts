import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Pattern, SourceType } from '@leakwatch/vocabulary';
import type { Evidence } from '../evidence/evidence.entities.ts';
import type { StoredCommit } from '../leak-events/event.entity.ts';
import type { ArchiveSearch } from './archive.entities.ts';

/** A step takes seconds; one document of 16 MiB with the most expensive expressions about a minute. Another process takes over after this. */
const LEASE_SECONDS = 300;
/** The last pass reads what was kept while other services did not know the patterns: a crawler knows them within seconds, a scan commits within minutes. */
const SECOND_PASS_AFTER_SECONDS = 30 * 60;
/** Of content that was kept just before the search began the events may have been committed after it. */
const SECOND_PASS_MARGIN_SECONDS = 10 * 60;
/** Pauses after failures: 5 seconds, doubled up to 10 minutes. */
const PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 600;

/** A step under way. */
export type ArchiveStep = Pick<
  ArchiveSearch,
  'id' | 'organisation_id' | 'task_id' | 'pass' | 'cursor' | 'revision' | 'fence' | 'tries' | 'created_at'
>;

/** The search was deleted, or another process has it. Nothing of the transaction is kept. */
export class StepLost extends Error {
  override readonly name = 'StepLost';
}

/** Whether the task `mine` searches where event `e` of task `t` was found. Deleted events name no place. */
const SEARCHED_PLACE = `t.events_deleted_at is null and e.source_type = any (mine.source_types)
    and case e.source_type when 'git_repo' then e.container_key = any (mine.containers)
      when 'telegram' then lower(e.owner) = any (mine.containers) else true end`;

/** Selects something when the content `v` is that of a document where a task searches. */
const inScope = (task: string) => `select from events.event e
    join events.task mine on mine.task_id = ${task}
    join events.task t on t.task_id = e.task_id
    where e.organisation_id = v.organisation_id and e.content_hash = v.hash and ${SEARCHED_PLACE}`;

/**
 * Takes the next step that is due: organisations take turns, and so do the searches of each. undefined when none is due. Searches of
 * organisations that are not active wait.
 */
export async function claimStep(em: SqlEntityManager): Promise<ArchiveStep | undefined> {
  const chosen = await row(
    em,
    sql<{ id: string }>`select s.id from events.archive_search s
      where s.pass < 3 and s.due <= now() and (s.leased_until is null or s.leased_until < now())
        and not exists (select from events.organisation o where o.organisation_id = s.organisation_id and not o.active)
      order by (select max(turn.turn_at) from events.archive_search turn where turn.organisation_id = s.organisation_id) nulls first,
        s.turn_at nulls first, s.created_at, s.id
      limit 1 for update of s skip locked`,
  );
  if (chosen === undefined) return undefined;
  // The documents are counted once, when the search begins.
  return row(
    em,
    sql<ArchiveStep>`update events.archive_search s set fence = s.fence + 1, tries = s.tries + 1, turn_at = clock_timestamp(),
        leased_until = now() + make_interval(secs => ${LEASE_SECONDS}),
        total = coalesce(s.total, (select count(*)::int from events.evidence v where v.organisation_id = s.organisation_id
          and exists (${sql.raw(inScope('s.task_id'))})))
      where s.id = ${chosen.id}
      returning s.id, s.organisation_id, s.task_id, s.pass, s.cursor, s.revision, s.fence::text as fence, s.tries, s.created_at`,
  );
}

/** A kept document, and the paths of what was found in it, some of very many. */
export type ArchivedDocument = Evidence & { readonly paths: readonly string[] };

/** A document with more names is looked for by file name under so many of them. */
const PATHS_MAX = 2_000;

/** Kept documents that one statement looks at: where few of them are in scope it takes a fraction of a second. */
const WINDOW = 2_000;

/** The next documents of a step. */
export interface NextDocuments {
  /** In the order of their hashes. */
  readonly documents: readonly ArchivedDocument[];
  /** The hash up to which there are no others; null where there may be, and '' when none is left in the pass. */
  readonly upTo: string | null;
}

/** Looks for the next documents of a step, at most `limit`, among the next ones that are kept. */
export async function nextDocuments(em: SqlEntityManager, step: ArchiveStep, limit: number, within = WINDOW): Promise<NextDocuments> {
  const next = sql`select v.*, s.task_id as searched_task
      from events.archive_search s join events.evidence v on v.organisation_id = s.organisation_id
      where s.id = ${step.id} and v.hash > ${step.cursor}
        and (${step.pass} = 1 or v.kept_at >= s.created_at - make_interval(secs => ${SECOND_PASS_MARGIN_SECONDS}))
      order by v.hash limit ${within}`;
  const documents = await rows(
    em,
    // Without the offset the planner would read all events of the organisation for each step.
    sql<ArchivedDocument>`with v as materialized (${next})
      select v.*, array(select distinct e.path from events.event e
          where e.organisation_id = v.organisation_id and e.content_hash = v.hash limit ${PATHS_MAX}) as paths
      from v where exists (${sql.raw(inScope('v.searched_task'))} offset 0) order by v.hash limit ${limit}`,
  );
  if (documents.length === limit) return { documents, upTo: null };
  const window = await row(em, sql<{ last: string | null }>`with v as materialized (${next}) select max(v.hash) as last from v`);
  return { documents, upTo: window?.last ?? '' };
}

/** What a search looks for now. */
export const patternsOf = (em: SqlEntityManager, search: string): Promise<Pattern[]> =>
  rows(em, sql<Pattern>`select pattern_id as id, kind, text from events.archive_pattern where search_id = ${search} order by pattern_id`);

/** Of these patterns those that are still looked for; the step is held. */
export async function stillSought(em: SqlEntityManager, search: string, patterns: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    em,
    sql<{ id: string }>`select pattern_id as id from events.archive_pattern
      where search_id = ${search} and pattern_id = any (${[...patterns]}::uuid[])`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Locks the step's search until the transaction ends. Throws StepLost. */
export async function holdStep(em: SqlEntityManager, { id, fence }: ArchiveStep): Promise<void> {
  const held = await row(em, sql`select from events.archive_search where id = ${id} and fence = ${fence} for update`);
  if (held === undefined) throw new StepLost();
}

/** What a part of a step did. */
export interface StepDone {
  /** The hash of the last document that is done; '' while the first one is not. */
  readonly cursor: string;
  readonly searched: number;
  readonly found: number;
  readonly unread: number;
  readonly unchecked: number;
}

/** Writes what a part of a step did; the step is held. The second pass counts new events alone. */
export async function writeDone(em: SqlEntityManager, { id, pass }: ArchiveStep, done: StepDone): Promise<void> {
  const first = pass === 1 ? 1 : 0;
  await rows(
    em,
    sql`update events.archive_search set cursor = greatest(cursor, ${done.cursor}), found = found + ${done.found},
        searched = searched + ${done.searched * first}, unread = unread + ${done.unread * first},
        unchecked = unchecked + ${done.unchecked * first},
        leased_until = now() + make_interval(secs => ${LEASE_SECONDS}),
        -- A step that moved on is no failure.
        tries = case when cursor < ${done.cursor} then 0 else tries end, failures = 0, failing_since = null, failing_code = null
      where id = ${id}`,
  );
}

/** The step is over, or its process stops: another one may take the next step. */
export const releaseStep = (em: SqlEntityManager, { id, fence }: ArchiveStep) =>
  rows(em, sql`update events.archive_search set leased_until = null, tries = 0 where id = ${id} and fence = ${fence}`);

/** No document is left in the pass; the step is held. What was searched is the number of documents, also when some went meanwhile. */
export async function endPass(em: SqlEntityManager, { id, task_id, pass }: ArchiveStep): Promise<void> {
  await rows(
    em,
    sql`update events.archive_search set pass = pass + 1, cursor = '', leased_until = null, tries = 0,
        finished_at = coalesce(finished_at, now()), total = case when ${pass} = 1 then searched else total end,
        due = greatest(now(), created_at + make_interval(secs => ${SECOND_PASS_AFTER_SECONDS})),
        failures = 0, failing_since = null, failing_code = null
      where id = ${id}`,
  );
  await rows(
    em,
    // A change of the task locks its searches in the order of their ids; what it holds is deleted with the next one.
    sql`delete from events.archive_search where id in (
      select s.id from events.archive_search s where s.task_id = ${task_id} and s.pass = 3 and exists (
        select from events.archive_search newer where newer.task_id = s.task_id and newer.finished_at is not null
          and (newer.created_at, newer.id) > (s.created_at, s.id)) for update of s skip locked)`,
  );
}

/** The step failed: it is repeated after a pause. `forgive`: no document is to blame. */
export const failStep = (em: SqlEntityManager, { id, fence }: ArchiveStep, code: string, forgive: boolean) =>
  rows(
    em,
    sql`update events.archive_search set leased_until = null, failing_code = ${code}, failing_since = coalesce(failing_since, now()),
        failures = failures + 1, tries = case when ${forgive} then 0 else tries end,
        due = now() + make_interval(secs => least(${LONGEST_PAUSE_SECONDS}, ${PAUSE_SECONDS} * 2 ^ least(failures, 10)))
      where id = ${id} and fence = ${fence}`,
  );

/** Where a document was found. */
export interface ArchivedPlace {
  readonly id: string;
  readonly source_type: SourceType;
  readonly container: { readonly key: string; readonly title: string; readonly url: string; readonly owner: string };
  readonly path: string;
  readonly file_url: string;
  readonly language: string;
  readonly version: string;
  readonly commit: StoredCommit | null;
  readonly last_seen: Date;
  readonly original: Pick<Evidence, 'object_id' | 'hash' | 'bytes'> | null;
}

/** Events that hold a document, in the order of their ids from `after` on: each names a place where it was found. */
export const placesOf = (em: SqlEntityManager, step: ArchiveStep, hash: string, after: string, limit: number): Promise<ArchivedPlace[]> =>
  rows(
    em,
    sql<ArchivedPlace>`select e.id, e.source_type, e.path, e.file_url, e.language, coalesce(e.content_version, e.document_version) as version,
        e.commit, e.last_seen,
        (select jsonb_build_object('object_id', o.object_id, 'hash', o.hash, 'bytes', o.bytes) from events.evidence o
          where o.organisation_id = e.organisation_id and o.hash = e.original_hash) as original,
        jsonb_build_object('key', e.container_key, 'title', e.container_title, 'url', e.container_url, 'owner', e.owner) as container
      from events.event e join events.task mine on mine.task_id = ${step.task_id} join events.task t on t.task_id = e.task_id
      where e.organisation_id = ${step.organisation_id} and e.content_hash = ${hash} and e.id > ${after}::uuid and ${sql.raw(SEARCHED_PLACE)}
      order by e.id limit ${limit}`,
  );
