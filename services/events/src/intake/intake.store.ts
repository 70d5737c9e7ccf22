import type { Finding } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { EventStatus, StatusActor } from '@leakwatch/vocabulary';

/** A finding with what intake made of it. */
export interface IntakeEvent {
  readonly id: string;
  readonly finding: Finding;
  readonly held: readonly string[];
  readonly status: EventStatus;
  readonly actor: StatusActor;
}

/** PostgreSQL's text and jsonb cannot hold NUL; a document can. */
const storable = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '\\ufffd');

const toRow = ({ id, finding, held, status }: IntakeEvent) => ({
  id,
  organisation_id: finding.organisation_id,
  task_id: finding.task_id,
  pattern_kind: finding.pattern.kind,
  pattern_text: finding.pattern.text,
  source_type: finding.source_type,
  container_key: finding.container.key,
  container_title: finding.container.title,
  container_url: finding.container.url,
  owner: finding.container.owner,
  path: finding.path,
  file_url: finding.file_url,
  language: finding.language,
  lines_hash: finding.lines_hash,
  status,
  filter_keywords: held,
  line: finding.line,
  excerpt: finding.excerpt,
  document_version: finding.document.version,
  commit: finding.commit,
  last_seen: finding.found_at,
});

/** Adds what is new, extends what is known; gives the new ones. One statement for the whole batch. */
export const keepEvents = (em: SqlEntityManager, events: readonly IntakeEvent[]): Promise<{ id: string; created: Date }[]> =>
  rows(
    em,
    sql<{ id: string; created: Date }>`
      with kept as (
        insert into events.event as e (id, organisation_id, task_id, pattern_kind, pattern_text, source_type, container_key,
          container_title, container_url, owner, path, file_url, language, lines_hash, status, filter_keywords, line, excerpt,
          document_version, commit, last_seen)
        select n.id, n.organisation_id, n.task_id, n.pattern_kind, n.pattern_text, n.source_type, n.container_key,
          n.container_title, n.container_url, n.owner, n.path, n.file_url, n.language, n.lines_hash, n.status,
          array(select jsonb_array_elements_text(n.filter_keywords)), n.line, n.excerpt, n.document_version,
          nullif(n.commit, 'null'), n.last_seen
        from jsonb_to_recordset(${storable(events.map(toRow))}::jsonb) as n (id uuid, organisation_id uuid, task_id uuid,
          pattern_kind text, pattern_text text, source_type text, container_key text, container_title text, container_url text,
          owner text, path text, file_url text, language text, lines_hash text, status text, filter_keywords jsonb, line int,
          excerpt jsonb, document_version text, commit jsonb, last_seen timestamptz)
        order by n.id
        on conflict (id) do update set last_seen = greatest(e.last_seen, excluded.last_seen),
          versions = e.versions + (e.document_version <> excluded.document_version)::int,
          document_version = excluded.document_version
        returning id, created, xmax = 0 as added
      ) select id, created from kept where added`,
  );

/** Writes how new events got their first status. */
export async function recordFirstStatuses(
  em: SqlEntityManager,
  fresh: readonly { readonly event: IntakeEvent; readonly change: string }[],
): Promise<void> {
  const changes = fresh.map(({ event, change }) => ({
    id: change,
    event_id: event.id,
    organisation_id: event.finding.organisation_id,
    actor_kind: event.actor,
    to_status: event.status,
  }));
  await rows(
    em,
    sql`insert into events.status_change (id, event_id, organisation_id, batch, actor_kind, actor_name, to_status)
        select id, event_id, organisation_id, id, actor_kind, actor_kind, to_status
        from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
          as n (id uuid, event_id uuid, organisation_id uuid, actor_kind text, to_status text)`,
  );
}
