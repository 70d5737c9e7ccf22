import { randomUUID } from 'node:crypto';
import { type AnswerOf, assignEvents, changeManyStatuses, MAX_EVENTS_BY_FILTERS } from '@leakwatch/contracts';
import { CONSUMER, rows, sql } from '@leakwatch/platform';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => void (events = await openEvents()));
afterAll(() => events.close());

/** 10,400 open events, half of them YAML, and as many as `closed` that are fixed. */
async function openMany(closed: number) {
  const { of, user } = await makeOwner(events);
  await publishOrganisation(events, of.organisation_id);
  await events.foundation.database.inScope(CONSUMER, (em) =>
    rows(
      em,
      sql`insert into events.event (id, organisation_id, task_id, pattern_kind, pattern_text, source_type, container_key, container_title,
          container_url, owner, path, file_url, language, lines_hash, status, filter_keywords, line, excerpt, document_version, last_seen)
        select gen_random_uuid(), ${of.organisation_id}::uuid, ${of.task_id}::uuid, 'keyword', 'x', 'git_repo', 'k', 't', '', 'o', 'p' || n, '',
          case when n % 2 = 0 then 'YAML' else 'INI' end, n::text, case when n > ${closed} then 'open' else 'fixed' end,
          '{}', 1, '{"text":"","segments":[],"highlights":[],"truncated":false}', 'v', now()
        from generate_series(1, ${MAX_EVENTS_BY_FILTERS + 400 + closed}) n`,
    ),
  );
  return {
    change: async (path: string, body: object) => {
      const answer = await events.call(user, 'POST', path, body);
      const { changed, left }: Pick<AnswerOf<typeof changeManyStatuses>, 'changed' | 'left'> = answer.json();
      return { status: answer.statusCode, changed, left };
    },
    count: async (status: string) => (await events.get(user, `/api/events/?status=${status}&limit=1`)).json<{ count: number }>().count,
  };
}

it('a change of more events than one call changes says how many are left, whether the filters are counted or not', async () => {
  const { change, count } = await openMany(30);
  const counted = { filters: { status: ['open', 'fixed', 'false'] }, status: 'fixed' };
  expect(await change(changeManyStatuses.path, counted)).toEqual({ status: 200, changed: MAX_EVENTS_BY_FILTERS, left: 400 });
  expect(await change(changeManyStatuses.path, counted)).toEqual({ status: 200, changed: 400, left: 0 });
  const read = { filters: { status: ['fixed'], source_type: ['git_repo'], file_lang: ['YAML', 'INI'] }, status: 'in_progress' };
  expect(await change(changeManyStatuses.path, read)).toEqual({ status: 200, changed: MAX_EVENTS_BY_FILTERS, left: 430 });
  expect(await count('in_progress')).toBe(MAX_EVENTS_BY_FILTERS);
});

it('so does an assignment', async () => {
  const { change } = await openMany(0);
  const due = { filters: {}, due_date: '2030-01-01' };
  expect(await change(assignEvents.path, due)).toEqual({ status: 200, changed: MAX_EVENTS_BY_FILTERS, left: 400 });
  expect(await change(assignEvents.path, due)).toEqual({ status: 200, changed: 400, left: 0 });
  expect(await change(assignEvents.path, { filters: { id: randomUUID() }, due_date: null })).toEqual({ status: 200, changed: 0, left: 0 });
});
