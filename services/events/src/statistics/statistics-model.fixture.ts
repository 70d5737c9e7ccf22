import { randomUUID } from 'node:crypto';
import { type AnswerOf, eventStatistics, REASON_FILTERS, SEVERITY_FILTERS, SOURCE_COUNTS } from '@leakwatch/contracts';
import {
  CLOSE_REASON_CODES,
  type CloseReason,
  EVENT_STATUSES,
  type EventStatus,
  SEVERITIES,
  type Severity,
  SOURCE_TYPES,
  type SourceType,
} from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { wireId } from '../detectors/examine-texts.ts';

type Statistics = AnswerOf<typeof eventStatistics>;

/** The columns that are counted, of an event that the test wrote. */
export interface Written {
  readonly id: string;
  readonly organisation: string;
  readonly task: string;
  readonly source: SourceType;
  readonly language: string;
  readonly pattern: string;
  readonly owner: string;
  readonly repository: string;
  /** The text around the matches. */
  readonly content: string;
  readonly status: EventStatus;
  readonly severity: Severity | '';
  readonly reason: CloseReason | '';
  /** Ids of detectors, separated by commas. */
  readonly tokens: string;
}

const TASKS = [1, 2, 3].map(() => randomUUID());
export const ORGANISATIONS = [randomUUID(), randomUUID()] as const;
/** Values with signs of LIKE, of other alphabets and longer than an index entry. */
const VALUES = ['a', 'A%_\\', 'Ромашка', `${'long '.repeat(700)}`, ''];
export const TOKENS = ['npm_token', 'jwt', 'snils'].map(wireId);
const value = fc.constantFrom(...VALUES);
/** Texts, and what is looked for in them: parts of them in other letter case, signs of LIKE, and what none holds. */
const CONTENTS = ['', 'SMTP_host = "Почта"', "it's 100% a\\_b", 'the key of Ромашка', 'key: 100'];
const CONTENT_PARTS = ['smtp_', 'SMTP%', 'почтА"', "'S 1", '100%', '\\_B', '\\\\_', '%%%', '___', 'KEY', ' of ', 'none of these'];
/** An event has a severity where something was found in it. */
const found = fc
  .tuple(fc.constantFrom(...SEVERITIES), fc.subarray(TOKENS))
  .map(([severity, ids]) => ({ severity: ids.length === 0 ? ('' as const) : severity, tokens: ids.join() }));
const plain = fc.record({
  id: fc.uuid({ version: 4 }),
  organisation: fc.constantFrom(...ORGANISATIONS),
  task: fc.constantFrom(...TASKS),
  source: fc.constantFrom(...SOURCE_TYPES),
  language: value,
  pattern: value,
  owner: value,
  repository: value,
  content: fc.constantFrom(...CONTENTS),
  status: fc.constantFrom(...EVENT_STATUSES),
  reason: fc.constantFrom('' as const, ...CLOSE_REASON_CODES),
});
const written: fc.Arbitrary<Written> = fc.tuple(plain, found).map(([one, tokens]) => ({ ...one, ...tokens }));
export type Step =
  | { readonly kind: 'add'; readonly events: readonly Written[] }
  | { readonly kind: 'move' | 'close' | 'retitle' | 'delete'; readonly every: number; readonly to: EventStatus }
  | { readonly kind: 'add up'; readonly page: number }
  | { readonly kind: 'index'; readonly page: number };
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), events: fc.array(written, { maxLength: 12 }) }),
  fc.record({
    kind: fc.constantFrom('move' as const, 'close' as const, 'retitle' as const, 'delete' as const),
    every: fc.integer({ min: 1, max: 4 }),
    to: fc.constantFrom(...EVENT_STATUSES),
  }),
  fc.record({ kind: fc.constant('add up' as const), page: fc.constantFrom(3, 1000) }),
  fc.record({ kind: fc.constant('index' as const), page: fc.constantFrom(3, 1000) }),
);

const some = <T>(values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }), { nil: undefined });
export const filters = fc.record({
  status: some([...EVENT_STATUSES, 'all' as const, 'closed' as const]),
  task: fc.option(fc.constantFrom(...TASKS), { nil: undefined }),
  src: some(SOURCE_TYPES),
  lang: some(['a', 'Ромашка', 'none']),
  pattern: some(['a', 'A%_\\']),
  username: some(['a', 'Ромашка']),
  repo_name: some(['a', '']),
  severity: some(SEVERITY_FILTERS),
  author: some(['a', 'A%_\\']),
  reason: some(REASON_FILTERS),
  regex_tokens_found: some([...TOKENS, randomUUID()]),
  file_content: fc.option(fc.constantFrom(...CONTENT_PARTS), { nil: undefined }),
  path_part: fc.option(fc.constantFrom('a', '%', 'РОМ'), { nil: undefined }),
  username_part: fc.option(fc.constantFrom('a', '%', 'ромАШ'), { nil: undefined }),
});
export type Filters = typeof filters extends fc.Arbitrary<infer F> ? F : never;

function statusesOf(chosen: readonly string[] = ['open']): readonly string[] {
  return chosen.flatMap((one): readonly string[] =>
    one === 'all' ? EVENT_STATUSES : one === 'closed' ? ['fixed', 'false', 'blacklist'] : [one],
  );
}
const isAmong = <T>(chosen: readonly T[] | undefined, one: T) => chosen === undefined || chosen.includes(one);
const contains = (text: string, part: string | undefined) => part === undefined || text.toLowerCase().includes(part.toLowerCase());

const tokensOf = ({ tokens }: Written): readonly string[] => (tokens === '' ? [] : tokens.split(','));

/** The events under every filter except those by status and task. */
const underFilters = (all: readonly Written[], chosen: Partial<Filters>): readonly Written[] =>
  all.filter(
    (event) =>
      isAmong(chosen.src, event.source) &&
      isAmong<string>(chosen.lang, event.language) &&
      isAmong<string>(chosen.pattern, event.pattern) &&
      isAmong<string>(chosen.username, event.owner) &&
      isAmong<string>(chosen.repo_name, event.repository) &&
      isAmong<string>(chosen.severity, event.severity || 'none') &&
      isAmong<string>(chosen.author, event.owner) &&
      isAmong<string>(chosen.reason, event.reason || 'none') &&
      (chosen.regex_tokens_found === undefined || tokensOf(event).some((id) => chosen.regex_tokens_found?.includes(id) === true)) &&
      // An event's path is its language here.
      contains(event.content, chosen.file_content) &&
      contains(event.language, chosen.path_part) &&
      contains(event.owner, chosen.username_part),
  );
const isOfTask = (event: Written, { task }: Partial<Filters>) => task === undefined || event.task === task;
const isOfStatus = (event: Written, { status }: Partial<Filters>) => statusesOf(status).includes(event.status);

/** What the list must answer, counted one by one. */
export function expectedTotals(all: readonly Written[], chosen: Partial<Filters>) {
  const events = underFilters(all, chosen).filter((event) => isOfTask(event, chosen));
  return {
    count: events.filter((event) => isOfStatus(event, chosen)).length,
    auto_filtered: events.filter(({ status }) => status === 'auto_filtered').length,
  };
}

/** Each filter alone, beside those by status and task. */
export const alone = ({ status, task, ...others }: Filters): readonly Partial<Filters>[] =>
  [{}, ...Object.entries(others).map(([name, value]) => ({ [name]: value }))].map((one) => ({ ...one, status, task }));

/** What the statistics must answer, counted one by one. */
export function expected(all: readonly Written[], chosen: Filters) {
  const others = underFilters(all, chosen);
  const ofTask = (event: Written) => isOfTask(event, chosen);
  const ofStatus = (event: Written) => isOfStatus(event, chosen);
  const found = others.filter((event) => ofTask(event) && ofStatus(event));
  const countsOf = (values: readonly string[]) => {
    const counted = new Map<string, number>();
    for (const one of values) counted.set(one, (counted.get(one) ?? 0) + 1);
    return Object.fromEntries([...counted].sort());
  };
  const counts = (of: readonly Written[], key: keyof Written) => countsOf(of.map((event) => event[key]));
  return {
    sources: counts(found, 'source'),
    file_types: counts(found, 'language'),
    patterns: counts(found, 'pattern'),
    owners: counts(found, 'owner'),
    authors: counts(found, 'owner'),
    repositories: counts(found, 'repository'),
    severities: countsOf(found.flatMap(({ severity }) => (severity === '' ? [] : [severity]))),
    reasons: countsOf(found.flatMap(({ reason }) => (reason === '' ? [] : [reason]))),
    tokens: countsOf(found.flatMap(tokensOf)),
    statuses: counts(others.filter(ofTask), 'status'),
    tasks: counts(others.filter(ofStatus), 'task'),
  };
}

/** An answer in the same shape. */
export function answered(statistics: Statistics) {
  const map = (pairs: readonly (readonly [string, number])[]) => Object.fromEntries([...pairs].sort());
  return {
    sources: map(
      SOURCE_TYPES.map((source) => [source, statistics.sources[SOURCE_COUNTS[source]]] as const).filter(([, count]) => count > 0),
    ),
    file_types: map(statistics.file_types.map((one) => [one.file_lang, one.file_lang_count])),
    patterns: map(statistics.patterns.map((one) => [one.pattern, one.pattern_count])),
    owners: map(statistics.owners.map((one) => [one.username, one.username_count])),
    authors: map(statistics.authors.map((one) => [one.author, one.author_count])),
    repositories: map(statistics.repositories.map((one) => [one.repo_name, one.repo_name_count])),
    severities: map(statistics.severities.map((one) => [one.severity, one.severity_count])),
    reasons: map(statistics.reasons.map((one) => [one.reason, one.reason_count])),
    tokens: map(statistics.regex_tokens_found.map((one) => [one.regex_filter_id, one.name_count])),
    statuses: map(statistics.statuses.map((one) => [one.status, one.status_count])),
    tasks: map(statistics.tasks.map((one) => [one.task, one.task_count])),
  };
}
