import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CONSUMER, Database, migrateSchema, rows, sql } from '@leakwatch/platform';
import { createTestDatabase, type TestDatabase } from '@leakwatch/testing';
import { migrations } from '../migrations.ts';
import { eventsByReason } from './0110-events-by-reason.ts';

let created: TestDatabase;
beforeAll(async () => {
  created = await createTestDatabase();
});
afterAll(() => created?.drop());

const TASK = '00000002-0000-4000-8000-000000000001';
const ORGANISATION = '00000003-0000-4000-8000-000000000001';

/** As an installation has them from before the step: five closed events whose reasons nothing counts. */
const asBefore = `
  insert into events.event (id, organisation_id, task_id, source_type, language, pattern_text, owner, container_title, status, close_reason, pattern_kind,
      container_key, container_url, path, file_url, lines_hash, filter_keywords, line, excerpt, document_version, last_seen)
    select gen_random_uuid(), '${ORGANISATION}', '${TASK}', 'github', '', 'p', 'o', 'r', status, reason, 'keyword', 'k', '', '', '', '', '{}', 1, '{}', 'v', now()
    from (values ('fixed', 'revoked'), ('fixed', 'revoked'), ('fixed', 'removed'), ('false', 'test_data'), ('false', null)) as closed (status, reason);
  delete from events.event_count_change where dimension = 'reason';
  drop index events.event_of_reason;`;

it('counts the reasons of events that were closed before', async () => {
  const again = { name: '9999-again', sql: `${asBefore} ${eventsByReason.sql}` };
  await migrateSchema(created.url, { ...migrations, steps: [...migrations.steps, again] });
  const database = await Database.open({ url: created.url, service: 'events', pool: 1 });
  const counted = await database.inScope(CONSUMER, (em) =>
    rows(
      em,
      sql`select organisation_id, task_id, status, value, count::int from events.event_count where dimension = 'reason' order by status, value`,
    ),
  );
  await database.close();
  const of = { organisation_id: ORGANISATION, task_id: TASK };
  expect(counted).toEqual([
    { ...of, status: 'false', value: 'test_data', count: 1 },
    { ...of, status: 'fixed', value: 'removed', count: 1 },
    { ...of, status: 'fixed', value: 'revoked', count: 2 },
  ]);
});
