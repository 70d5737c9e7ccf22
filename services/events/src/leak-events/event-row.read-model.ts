import { COMMENTS_SHOWN, SIMILAR_COUNT_MAX, type EventComment, type EventRow } from '@leakwatch/contracts';
import { type HiddenText, hideSecrets } from '@leakwatch/matching';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { recheckPlace } from '@leakwatch/rules';
import type { EventStatus, RecheckAnswer } from '@leakwatch/vocabulary';
import { tokenNames, type TokenNames } from '../detectors/token-names.read-model.ts';
import { OVERDUE } from './overdue.ts';
import type { StoredEvent } from './event.entity.ts';
import { sameFile, similarEvents } from './similar.ts';
import type { Viewer } from '../detectors/read-masked.ts';
import { highlightedHtml, segmentsOf } from './excerpt-html.ts';

/** A row of the list as SQL returns it. */
export interface ListedEvent
  extends Pick<
    StoredEvent,
    | 'id'
    | 'organisation_id'
    | 'task_id'
    | 'pattern_text'
    | 'source_type'
    | 'container_title'
    | 'container_url'
    | 'owner'
    | 'path'
    | 'file_url'
    | 'language'
    | 'status'
    | 'filter_keywords'
    | 'line'
    | 'excerpt'
    | 'commit'
    | 'created'
    | 'updated_at'
    | 'last_seen'
    | 'tokens'
    | 'severity'
    | 'due_date'
    | 'close_reason'
    | 'from_archive'
  > {
  readonly assignee: EventRow['assignee'];
  readonly overdue: boolean;
  readonly task_title: string | null;
  readonly organisation_active: boolean | null;
  readonly same_file: boolean;
  readonly came_back: boolean;
  readonly similar: { readonly count: number; readonly false: string | null };
  readonly content_hash: string | null;
  readonly content_kept: boolean;
  readonly recheck: { readonly answer: RecheckAnswer; readonly as_of: string } | null;
  readonly comments: readonly Omit<EventComment, 'event'>[];
  readonly comments_count: number;
  readonly changes: readonly { readonly at: number; readonly actor: string; readonly to: EventStatus }[];
}

/** Similar events, for each reason, among which a row counts those of other files; a few more than it counts, for those of its file. */
const SIMILAR_LOOKED_AT = SIMILAR_COUNT_MAX + 20;

/** Everything a row of the list shows, for `events.event e`. */
export const EVENT_COLUMNS = sql.raw(`
  e.id, e.organisation_id, e.task_id, t.title as task_title, e.pattern_text, e.source_type, e.container_title, e.container_url,
  e.owner, e.path, e.file_url, e.language, e.status, to_jsonb(e.filter_keywords) as filter_keywords, e.line, e.excerpt, e.commit,
  e.created, e.updated_at, e.last_seen, e.tokens, e.severity, o.active as organisation_active, e.due_date::text, e.close_reason, e.from_archive,
  coalesce(${OVERDUE}, false) as overdue,
  (select jsonb_build_object('id', m.account_id, 'name', m.name) from events.member m
    where m.account_id = e.assignee_id and m.organisation_id = e.organisation_id) as assignee,
  e.content_hash, exists (select from events.evidence v where v.organisation_id = e.organisation_id and v.hash = e.content_hash) as content_kept,
  exists (select from events.event other where ${sameFile('other', 'e')} and other.id <> e.id) as same_file,
  (select jsonb_build_object('count', least(count(distinct found.id) filter (where not found.of_same_file), ${SIMILAR_COUNT_MAX}),
      'false', (array_agg(found.id order by found.id) filter (where found.says_false))[1])
    from (${similarEvents('e', SIMILAR_LOOKED_AT)}) found) as similar,
  exists (select from events.status_change c where c.event_id = e.id and c.actor_kind = 'system' and c.from_status = 'fixed') as came_back,
  coalesce((select jsonb_agg(jsonb_build_object('at', extract(epoch from c.at), 'actor', c.actor_name, 'to', c.to_status) order by c.at)
    from events.status_change c where c.event_id = e.id), '[]') as changes,
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'user', c.author_id, 'username', c.author_name, 'text', c.text,
      'created', c.created, 'updated', c.updated) order by c.created, c.id)
    from (select * from events.comment c where c.event_id = e.id order by c.created, c.id limit ${COMMENTS_SHOWN}) c), '[]') as comments,
  (select count(*)::int from events.comment c where c.event_id = e.id) as comments_count,
  (select jsonb_build_object('answer', k.answer, 'as_of', k.as_of) from events.recheck k where k.event_id = e.id
    order by k.at desc limit 1) as recheck`);

export const EVENT_TABLES = sql.raw(`
  events.event e
  left join events.task t on t.task_id = e.task_id
  left join events.organisation o on o.organisation_id = e.organisation_id`);

/** A stored event as the wire spells it. `owner_status`: whether the caller may change its status (docs/behaviour/events.md). */
function toEventRow(stored: ListedEvent, hidden: HiddenText, callerOrganisation: string | null, names: TokenNames): EventRow {
  return {
    id: stored.id,
    status: stored.status,
    owner_status: stored.organisation_id === callerOrganisation && stored.organisation_active === true,
    same_file: stored.same_file,
    came_back: stored.came_back,
    from_archive: stored.from_archive,
    sim_count: stored.similar.count,
    similar_to_false: stored.similar.false,
    source_type: stored.source_type,
    pattern: stored.pattern_text,
    filter_keywords: stored.filter_keywords,
    task: stored.task_id,
    task_name: stored.task_title ?? '',
    created: stored.created.toISOString(),
    updated_at: stored.updated_at.toISOString(),
    last_seen: stored.last_seen.toISOString(),
    username: stored.owner,
    avatar_url: null,
    repo_name: stored.container_title,
    repo_url: stored.container_url,
    file_url: stored.file_url,
    file_path: stored.path,
    file_lang: stored.language,
    file_content: highlightedHtml(
      hidden.text,
      stored.excerpt.highlights.map((range) => hidden.rangeOf(range)),
    ),
    segments: segmentsOf(stored.excerpt),
    line: stored.line,
    commit: stored.commit?.id ?? null,
    commit_author: stored.commit?.author ?? null,
    commit_date: stored.commit === null ? null : new Date(stored.commit.committed_at).toISOString(),
    status_changes: Object.fromEntries(stored.changes.map((change) => [String(change.at), { actor: change.actor, new_status: change.to }])),
    comments: stored.comments.map((comment) => ({
      ...comment,
      event: stored.id,
      created: new Date(comment.created).toISOString(),
      updated: new Date(comment.updated).toISOString(),
    })),
    comments_count: stored.comments_count,
    regex_tokens_found: names.rows(stored.tokens),
    severity: stored.severity,
    recheck: { offered: recheckPlace(stored) !== null, last: lastCheck(stored) },
    assignee: stored.assignee,
    due_date: stored.due_date,
    overdue: stored.overdue,
    reason: stored.close_reason,
    backup_storage_status: backupStatus(stored),
  };
}

const lastCheck = ({ recheck }: ListedEvent): EventRow['recheck']['last'] =>
  recheck === null ? null : { answer: recheck.answer, as_of: new Date(recheck.as_of).toISOString() };

/** Content is kept before its finding is published, so no download is ever scheduled. */
const backupStatus = ({ content_hash: hash, content_kept: kept }: ListedEvent): EventRow['backup_storage_status'] =>
  kept ? 'in_storage' : hash === null ? 'not_found' : 'expired';

/** Stored events as the wire spells them, their secrets masked. */
export async function toEventRows(em: SqlEntityManager, stored: readonly ListedEvent[], viewer: Viewer): Promise<EventRow[]> {
  const names = await tokenNames(
    em,
    stored.flatMap(({ tokens }) => tokens.map(({ id }) => id)),
  );
  const shown: EventRow[] = [];
  for (const one of stored) {
    const hidden = await hideSecrets(viewer.detectors, one.excerpt.text);
    shown.push(toEventRow(one, hidden, viewer.organisation, names));
  }
  return shown;
}
