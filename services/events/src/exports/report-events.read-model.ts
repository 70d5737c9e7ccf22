import {
  type AnnouncedEvent,
  type AnswerOf,
  type InputOf,
  type internalReportEvents,
  REPORT_PAGE,
  type ReportEvent,
} from '@leakwatch/contracts';
import { type DetectorTable, hideSecrets } from '@leakwatch/matching';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tokenNames, type TokenNames } from '../detectors/token-names.read-model.ts';
import type { StoredEvent } from '../leak-events/event.entity.ts';
import { listCounts } from '../leak-events/event-list.read-model.ts';
import { lookUp } from '../event-index/look-up.read-model.ts';
import { orderedPage } from '../leak-events/event-order.read-model.ts';

type Query = InputOf<typeof internalReportEvents>['body'];

type ExportedEvent = Pick<
  StoredEvent,
  | 'id'
  | 'status'
  | 'source_type'
  | 'filter_keywords'
  | 'created'
  | 'updated_at'
  | 'last_seen'
  | 'line'
  | 'commit'
  | 'tokens'
  | 'severity'
  | 'content_hash'
  | 'from_archive'
> &
  Pick<
    ReportEvent,
    | 'task'
    | 'secret_hashes'
    | 'pattern'
    | 'task_name'
    | 'username'
    | 'repo_name'
    | 'repo_url'
    | 'file_url'
    | 'file_path'
    | 'file_lang'
    | 'content'
    | 'assignee'
    | 'due_date'
    | 'reason'
  >;

async function toReportEvent(
  { commit, tokens, ...stored }: ExportedEvent,
  names: TokenNames,
  detectors: DetectorTable,
): Promise<ReportEvent> {
  return {
    ...stored,
    content: (await hideSecrets(detectors, stored.content)).text,
    created: stored.created.toISOString(),
    updated_at: stored.updated_at.toISOString(),
    last_seen: stored.last_seen.toISOString(),
    commit: commit?.id ?? null,
    commit_author: commit?.author ?? null,
    commit_date: commit === null ? null : new Date(commit.committed_at).toISOString(),
    tokens: names.rows(tokens).map(({ id, name, detector, severity, count, masked }) => ({ id, name, detector, severity, count, masked })),
  };
}

/** Events as a report has them, in the order of the list. */
async function eventsOf(em: SqlEntityManager, ids: readonly string[], detectors: DetectorTable): Promise<ReportEvent[]> {
  const found = await rows(
    em,
    sql<ExportedEvent>`
      select e.id, e.status, e.source_type, e.pattern_text as pattern, to_jsonb(e.filter_keywords) as filter_keywords,
        coalesce(t.title, '') as task_name, e.created, e.updated_at, e.last_seen, e.owner as username,
        e.container_title as repo_name, e.container_url as repo_url, e.file_url, e.path as file_path, e.language as file_lang,
        e.line, e.commit, e.task_id as task, e.tokens, e.severity, e.content_hash, e.from_archive, e.due_date::text,
        e.close_reason as reason, (select m.name from events.member m where m.account_id = e.assignee_id and m.organisation_id = e.organisation_id)
          as assignee,
        array(select s.hash::text from events.event_secret s where s.event_id = e.id order by s.hash) as secret_hashes,
        e.excerpt ->> 'text' as content
      from events.event e
      left join events.task t on t.task_id = e.task_id
      where e.id = any (${[...ids]}::uuid[])
      order by e.created desc, e.id`,
  );
  const names = await tokenNames(
    em,
    found.flatMap(({ tokens }) => tokens.map(({ id }) => id)),
  );
  const events: ReportEvent[] = [];
  for (const event of found) events.push(await toReportEvent(event, names, detectors));
  return events;
}

/** One page of what the filters match, newest first. */
export async function reportEvents(
  em: SqlEntityManager,
  { organisation, filters, after }: Query,
  detectors: DetectorTable,
): Promise<AnswerOf<typeof internalReportEvents>> {
  const sought = await lookUp(em, filters, organisation);
  const total = after === null ? (await listCounts(em, sought, organisation)).count : null;
  const from = after === null ? undefined : ({ side: 'behind', of: { ...after, rank: 0 } } as const);
  const places = await orderedPage(em, { sought, sort: 'created', sees: organisation, from, limit: REPORT_PAGE });
  const last = places.length < REPORT_PAGE ? undefined : places.at(-1);
  return {
    total,
    events: await eventsOf(
      em,
      places.map(({ id }) => id),
      detectors,
    ),
    next: last === undefined ? null : { created: last.created, id: last.id },
  };
}

/** The same without the text of the document, for webhooks. */
export async function announcedEvents(em: SqlEntityManager, ids: readonly string[], detectors: DetectorTable): Promise<AnnouncedEvent[]> {
  return (await eventsOf(em, ids, detectors)).map(({ content: _content, ...event }) => event);
}
