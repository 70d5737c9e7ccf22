import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventStatistics, listEvents } from '@leakwatch/contracts';
import { type Caller, CONSUMER, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import fc from 'fast-check';
import { makeOwner, openEvents } from '../events.fixture.ts';
import { IndexTexts } from '../event-index/index-texts.ts';
import { CountSchedule } from './count-schedule.ts';

import {
  alone,
  answered,
  expected,
  expectedTotals,
  filters,
  type Filters,
  ORGANISATIONS,
  type Step,
  step,
  TOKENS,
  type Written,
} from './statistics-model.fixture.ts';

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
