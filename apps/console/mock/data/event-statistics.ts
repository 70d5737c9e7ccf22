import { type AnswerOf, type EventRow, eventStatistics, type InputOf, SOURCE_COUNTS } from '@leakwatch/contracts';
import { CLOSED_STATUSES } from '@leakwatch/vocabulary';
import { authorOf, isFound, MEMBERS } from './events.ts';

/** Values with the number of their events, the most frequent first. */
function countBy(events: readonly EventRow[], key: (event: EventRow) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(key(event), (counts.get(key(event)) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
}

function countTokens(events: readonly EventRow[]) {
  const tokens = new Map(events.flatMap(({ regex_tokens_found }) => regex_tokens_found.map((token) => [token.id, token] as const)));
  return [...tokens.values()].map(({ id, name, detector }) => ({
    name,
    name_count: events.filter(({ regex_tokens_found }) => regex_tokens_found.some((token) => token.id === id)).length,
    regex_filter_id: id,
    detector,
  }));
}

/** As the events service counts: statuses whatever status, and tasks whatever task was asked for. */
export function countEvents(
  events: readonly EventRow[],
  query: InputOf<typeof eventStatistics>['query'],
): AnswerOf<typeof eventStatistics> {
  const { start, end, src, lang, status = ['open'], task, value_part = '', ...others } = query;
  const all = events.filter((event) =>
    isFound(event, {
      ...others,
      start_datetime: start,
      end_datetime: end,
      source_type: src,
      file_lang: lang,
      status: undefined,
      task: undefined,
    }),
  );
  const ofTask = (event: EventRow) => task === undefined || event.task === task;
  const ofStatus = ({ status: of }: EventRow) =>
    status.some((one) => one === 'all' || one === of || (one === 'closed' && CLOSED_STATUSES.some((closed) => closed === of)));
  const found = all.filter((event) => ofTask(event) && ofStatus(event));
  const values = (key: 'file_lang' | 'pattern' | 'username' | 'repo_name') =>
    countBy(found, (event) => event[key]).filter(([value]) => value.toLowerCase().includes(value_part.toLowerCase()));
  const sources = new Map(countBy(found, (event) => event.source_type));
  return eventStatistics.answer.parse({
    sources: Object.fromEntries(Object.entries(SOURCE_COUNTS).map(([source, name]) => [name, sources.get(source) ?? 0])),
    file_types: values('file_lang').map(([file_lang, file_lang_count]) => ({ file_lang, file_lang_count })),
    patterns: values('pattern').map(([pattern, pattern_count]) => ({ pattern, pattern_count })),
    owners: values('username').map(([username, username_count]) => ({ username, username_count })),
    authors: countBy(found, authorOf)
      .filter(([value]) => value.toLowerCase().includes(value_part.toLowerCase()))
      .map(([author, author_count]) => ({ author, author_count })),
    repositories: values('repo_name').map(([repo_name, repo_name_count]) => ({ repo_name, repo_name_count })),
    regex_tokens_found: countTokens(found),
    severities: countBy(
      found.filter(({ severity }) => severity !== null),
      (event) => event.severity ?? '',
    ).map(([severity, severity_count]) => ({ severity, severity_count })),
    assignees: MEMBERS.map(({ id, name }) => ({
      assignee: id,
      name,
      assignee_count: found.filter((one) => one.assignee?.id === id).length,
    })),
    unassigned: found.filter(({ assignee }) => assignee === null).length,
    overdue: found.filter(({ overdue }) => overdue).length,
    reasons: countBy(
      found.filter(({ reason }) => reason !== null),
      (event) => event.reason ?? '',
    ).map(([reason, reason_count]) => ({ reason, reason_count })),
    statuses: countBy(all.filter(ofTask), (event) => event.status).map(([of, status_count]) => ({ status: of, status_count })),
    tasks: countBy(all.filter(ofStatus), (event) => event.task).map(([of, task_count]) => ({ task: of, task_count })),
  });
}
