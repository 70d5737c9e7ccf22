import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, eventStatistics, listEvents, REASON_FILTERS, SEVERITY_FILTERS, SOURCE_COUNTS } from '@leakwatch/contracts';
import { type Caller, CONSUMER, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
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
import { makeOwner, openEvents } from '../events.fixture.ts';
import { IndexTexts } from '../event-index/index-texts.ts';
import { CountSchedule } from './count-schedule.ts';

type Statistics = AnswerOf<typeof eventStatistics>;

/** The columns that are counted, of an event that the test wrote. */
interface Written {
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
const ORGANISATIONS = [randomUUID(), randomUUID()] as const;
/** Values with signs of LIKE, of other alphabets and longer than an index entry. */
const VALUES = ['a', 'A%_\\', 'Ромашка', `${'long '.repeat(700)}`, ''];
const TOKENS = ['npm_token', 'jwt', 'snils'].map(wireId);
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
type Step =
  | { readonly kind: 'add'; readonly events: readonly Written[] }
  | { readonly kind: 'move' | 'close' | 'retitle' | 'delete'; readonly every: number; readonly to: EventStatus }
  | { readonly kind: 'add up'; readonly page: number }
  | { readonly kind: 'index'; readonly page: number };
const step: fc.Arbitrary<Step> = fc.oneof(
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
const filters = fc.record({
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
type Filters = typeof filters extends fc.Arbitrary<infer F> ? F : never;

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
function expectedTotals(all: readonly Written[], chosen: Partial<Filters>) {
  const events = underFilters(all, chosen).filter((event) => isOfTask(event, chosen));
  return {
    count: events.filter((event) => isOfStatus(event, chosen)).length,
    auto_filtered: events.filter(({ status }) => status === 'auto_filtered').length,
  };
}

/** Each filter alone, beside those by status and task. */
const alone = ({ status, task, ...others }: Filters): readonly Partial<Filters>[] =>
  [{}, ...Object.entries(others).map(([name, value]) => ({ [name]: value }))].map((one) => ({ ...one, status, task }));

/** What the statistics must answer, counted one by one. */
function expected(all: readonly Written[], chosen: Filters) {
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
function answered(statistics: Statistics) {
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

describe('statistics', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => {
    events = await openEvents();
  });
  afterAll(() => events.close());

  const run = (statement: ReturnType<typeof sql>) => events.foundation.database.inScope(CONSUMER, (em) => rows(em, statement));
  const queryOf = (chosen: object) => {
    const query = new URLSearchParams();
    for (const [name, values] of Object.entries(chosen)) for (const one of [values].flat()) if (one !== undefined) query.append(name, one);
    return query.toString();
  };
  const statistics = async (caller: Caller, query = '') =>
    eventStatistics.answer.parse((await events.get(caller, `/api/events/stat/?${query}`)).json());

  /** The filters of the list that ask for the same; ids may be in capitals. */
  const listQuery = ({ src, lang, regex_tokens_found: ids, ...others }: Partial<Filters>) =>
    queryOf({ ...others, source_type: src, file_lang: lang, regex_tokens_found: ids?.map((id) => id.toUpperCase()) });
  const totals = async (caller: Caller, chosen: Partial<Filters>) => {
    const { count, auto_filtered } = listEvents.answer.parse(
      (await events.get(caller, `/api/events/?limit=1&${listQuery(chosen)}`)).json(),
    );
    return { count, auto_filtered };
  };

  async function apply(all: Map<string, Written>, { ...of }: Step): Promise<void> {
    if (of.kind === 'add up') return events.app.get(CountSchedule).run(of.page);
    if (of.kind === 'index') {
      await events.app.get(IndexTexts).run(of.page, 2, 0);
      return;
    }
    if (of.kind === 'add') {
      for (const event of of.events) all.set(event.id, event);
      const columns = (
        [
          'id',
          'organisation',
          'task',
          'source',
          'language',
          'pattern',
          'owner',
          'repository',
          'content',
          'status',
          'severity',
          'reason',
          'tokens',
        ] as const
      ).map((name) => of.events.map((event) => event[name]));
      const [id, organisation, task, ...texts] = columns;
      await run(sql`
        insert into events.event (id, organisation_id, task_id, source_type, language, pattern_text, owner, container_title, status,
          severity, close_reason, detectors, pattern_kind, container_key, container_url, path, file_url, lines_hash, filter_keywords, line, excerpt, document_version, last_seen)
        select n.id, n.organisation, n.task, n.source, n.language, n.pattern, n.owner, n.repository, n.status, nullif(n.severity, ''), nullif(n.reason, ''),
          coalesce(string_to_array(nullif(n.tokens, ''), ',')::uuid[], '{}'), 'keyword', 'k', '', n.language, '', '', '{}', 1, jsonb_build_object('text', n.content, 'segments', '[]'::jsonb, 'highlights', '[]'::jsonb, 'truncated', false), 'v', now()
        from unnest(${id}::uuid[], ${organisation}::uuid[], ${task}::uuid[], ${sql.join(texts.map((of) => sql`${of}::text[]`))})
          as n (id, organisation, task, source, language, pattern, owner, repository, content, status, severity, reason, tokens)`);
      return;
    }
    const ids = [...all.keys()].sort().filter((_, at) => at % of.every === 0);
    if (of.kind === 'delete') {
      await run(sql`delete from events.event where id = any (${ids}::uuid[])`);
      for (const id of ids) all.delete(id);
      return;
    }
    const changes = {
      move: [{ status: of.to }, sql`status = ${of.to}`],
      close: [{ status: 'fixed' as const, reason: 'revoked' as const }, sql`status = 'fixed', close_reason = 'revoked'`],
      retitle: [
        { repository: 'renamed', severity: 'low' as const, tokens: TOKENS[0] ?? '' },
        sql`container_title = 'renamed', severity = 'low', detectors = array[${TOKENS[0]}]::uuid[]`,
      ],
    } as const;
    const [change, columns] = changes[of.kind];
    await run(sql`update events.event set ${columns} where id = any (${ids}::uuid[])`);
    for (const id of ids) {
      const event = all.get(id);
      if (event !== undefined) all.set(id, { ...event, ...change });
    }
  }

  it('equal the events counted one by one, whatever was added, moved, deleted and added up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.array(filters, { minLength: 3, maxLength: 3 }),
        async (steps, chosen) => {
          await run(sql`delete from events.event`);
          const all = new Map<string, Written>();
          for (const one of steps) await apply(all, one);
          for (const one of [...chosen, { status: ['all'] as const }, {}]) {
            const asked = queryOf(one);
            for (const organisation of ORGANISATIONS) {
              const ours = [...all.values()].filter((event) => event.organisation === organisation);
              expect(answered(await statistics(testCaller(organisation), asked))).toEqual(expected(ours, one as Filters));
            }
            const staff = testCaller(null, { staff: true });
            expect(answered(await statistics(staff, asked))).toEqual(expected([...all.values()], one as Filters));
          }
          const [organisation] = ORGANISATIONS;
          const ours = [...all.values()].filter((event) => event.organisation === organisation);
          for (const one of chosen.slice(0, 1).flatMap(alone)) {
            expect([one, await totals(testCaller(organisation), one)]).toEqual([one, expectedTotals(ours, one)]);
            const staff = testCaller(null, { staff: true });
            expect([one, await totals(staff, one)]).toEqual([one, expectedTotals([...all.values()], one)]);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('have the totals of the list under the same filters', async () => {
    const { of, user } = await makeOwner(events);
    await events.find(of, ['a', 'b', 'c']);
    await events.find(of, ['d'], {
      language: 'Python',
      container: { key: 'x', title: 'team/other', url: 'https://git.example/x', owner: 'Команда' },
    });
    const count = async (query: string) => listEvents.answer.parse((await events.get(user, `/api/events/?${query}`)).json()).count;
    expect([await count('file_lang=Python'), await count('repo_name=team/other'), await count('repo_owner=Команда')]).toEqual([1, 1, 1]);
    expect([await count('username_part=кОМан'), await count('file_content=ROMASHKA'), await count('file_content=rom_shka')]).toEqual([
      1, 4, 0,
    ]);
    expect([await count('path_part=A'), await count('path_part=_')]).toEqual([1, 0]);
    expect(await count(`regex_tokens_found=${randomUUID()}`)).toBe(0);
    const found = await statistics(user, 'file_content=ROMASHKA');
    expect(found.statuses).toEqual([{ status: 'open', status_count: 4 }]);
    expect((await statistics(user, 'value_part=other')).repositories).toEqual([{ repo_name: 'team/other', repo_name_count: 1 }]);
  });

  it('leave out the events of a deleted task at once', async () => {
    const { of, user } = await makeOwner(events);
    await events.find(of, ['a']);
    await events.app.get(CountSchedule).run();
    expect((await statistics(user)).statuses).toHaveLength(1);
    await events.deleteTask(of);
    expect(await statistics(user)).toMatchObject({ statuses: [], tasks: [], owners: [] });
  });

  it.each(['file_content=ab', 'status=opne', 'src=ftp', 'task=1', 'start=yesterday'])('%s is refused', async (query) => {
    const { user } = await makeOwner(events);
    expect((await events.get(user, `/api/events/stat/?${query}`)).statusCode).toBe(400);
  });
});
