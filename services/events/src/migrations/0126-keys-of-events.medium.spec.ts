import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CONSUMER, Database, migrateSchema, rows, sql } from '@leakwatch/platform';
import { createTestDatabase, type TestDatabase } from '@leakwatch/testing';
import { migrations } from '../migrations.ts';
import { keysOfEvents } from './0126-keys-of-events.ts';

let created: TestDatabase;
beforeAll(async () => {
  created = await createTestDatabase();
});
afterAll(() => created?.drop());

const TASK = '00000002-0000-4000-8000-000000000001';
const ORGANISATION = '00000003-0000-4000-8000-000000000001';

/** As an installation has them from before the step: three events without keys. */
const asBefore = `
  drop trigger keys_again on events.event;
  drop trigger keep_keys_of_new on events.event_text;
  drop trigger keep_keys_of_changed on events.event_text;
  drop function events.keep_keys, events.events_with_values, events.keys_of, events.key_of;
  drop table events.event_key;
  insert into events.event (id, organisation_id, task_id, source_type, language, pattern_text, owner, container_title, status, pattern_kind,
      container_key, container_url, path, file_url, lines_hash, filter_keywords, line, excerpt, document_version, last_seen)
    select gen_random_uuid(), '${ORGANISATION}', '${TASK}', 'github', language, 'p', 'o', 'r', 'open', 'keyword', 'k', '', '', '', '', '{}', 1, '{}', 'v', now()
    from (values ('Go'), ('Go'), ('YAML')) as made (language);`;

it('finds events of before by their values', async () => {
  const again = { name: '9999-again', sql: `${asBefore} ${keysOfEvents.sql}` };
  await migrateSchema(created.url, { ...migrations, steps: [...migrations.steps, again] });
  const database = await Database.open({ url: created.url, service: 'events', pool: 1 });
  const count = (values: readonly object[]) =>
    database.inScope(CONSUMER, async (em) => {
      const wanted = JSON.stringify(values);
      return (await rows(em, sql`select events.events_with_values(${wanted}::jsonb, ${ORGANISATION}::uuid, null)`)).length;
    });
  const go = { dimension: 'language', values: ['Go'] };
  expect([
    await count([go]),
    await count([{ dimension: 'language', values: ['Go', 'YAML'] }]),
    await count([go, { dimension: 'task', values: [TASK] }]),
    await count([go, { dimension: 'source', values: ['gist'] }]),
  ]).toEqual([2, 3, 2, 0]);
  await database.close();
});
