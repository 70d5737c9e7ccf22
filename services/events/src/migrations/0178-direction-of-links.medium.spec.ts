import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CONSUMER, Database, migrateSchema, rows, sql } from '@leakwatch/platform';
import { createTestDatabase, type TestDatabase } from '@leakwatch/testing';
import { migrations } from '../migrations.ts';
import { directionOfLinks } from './0178-direction-of-links.ts';

let created: TestDatabase;
beforeAll(async () => {
  created = await createTestDatabase();
});
afterAll(() => created?.drop());

const ORGANISATION = '00000003-0000-4000-8000-000000000001';
const idOf = (nth: number) => `0000000${nth}-0000-4000-8000-00000000000a`;
const SECRET = '00000009-0000-4000-8000-000000000001';

/** As an installation has them from before the step: two texts without a secret and two with one, all linked in both directions. */
const asBefore = `
  drop index events.text_link_of_other;
  select set_config('leakwatch.scope', 'consumer', true);
  insert into events.similar_text (organisation_id, id, fingerprints, secrets, linked) values
    ('${ORGANISATION}', '${idOf(1)}', '{1}', '{}', true), ('${ORGANISATION}', '${idOf(2)}', '{1}', '{}', true),
    ('${ORGANISATION}', '${idOf(3)}', '{1}', '{${SECRET}}', true), ('${ORGANISATION}', '${idOf(4)}', '{1}', '{${SECRET}}', true);
  insert into events.text_link select t.organisation_id, t.id, o.id, 900 from events.similar_text t, events.similar_text o where t.id <> o.id;`;

it('takes the direction from texts without a secret to copies that hold one, and no other', async () => {
  const again = { name: '9999-again', sql: `${asBefore} ${directionOfLinks.sql}` };
  await migrateSchema(created.url, { ...migrations, steps: [...migrations.steps, again] });
  const database = await Database.open({ url: created.url, service: 'events', pool: 1 });
  const links = await database.inScope(CONSUMER, (em) =>
    rows(
      em,
      sql<{
        link: string;
      }>`select left(text_id::text, 8)::int || ' to ' || left(other_id::text, 8)::int as link from events.text_link order by 1`,
    ),
  );
  expect(links.map(({ link }) => link)).toEqual(['1 to 2', '2 to 1', '3 to 1', '3 to 2', '3 to 4', '4 to 1', '4 to 2', '4 to 3']);
  await database.close();
});
