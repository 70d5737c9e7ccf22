import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listEvents } from '@leakwatch/contracts';
import { CONSUMER, rows, sql } from '@leakwatch/platform';
import fc from 'fast-check';
import { makeOwner, openEvents } from '../events.fixture.ts';

const DAY_MS = 24 * 60 * 60_000;
const FIRST_DAY = Date.parse('2026-10-01T00:00:00Z');
const SEVERITIES = ['critical', 'high', 'medium', 'low', null] as const;
const STATUSES = ['open', 'fixed', 'auto_filtered'] as const;

/** Times with microseconds, many of them at or next to midnight. */
const time = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: DAY_MS * 1_000 - 1 })))
  .map(([day, micros]) => ({ millis: FIRST_DAY + day * DAY_MS + Math.floor(micros / 1_000), micros: ((micros % 1_000) + 1_000) % 1_000 }));
const made = fc.record({
  time,
  severity: fc.constantFrom(...SEVERITIES),
  status: fc.constantFrom(...STATUSES),
  owner: fc.constantFrom('anna', 'Anton', 'boris'),
});
const bound = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: DAY_MS - 1 })))
  .map(([day, millis]) => FIRST_DAY + day * DAY_MS + millis);
const filters = fc.record(
  {
    start: bound,
    end: bound,
    severity: fc.uniqueArray(fc.constantFrom('critical', 'high', 'low', 'none'), { minLength: 1, maxLength: 3 }),
    owner: fc.constantFrom('an', 'b'),
  },
  { requiredKeys: [] },
);

describe('the list of a time range, of severities or of owners', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => void (events = await openEvents()));
  afterAll(() => events.close());

  it('counts and orders its events as reading each of them would', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { minLength: 1, maxLength: 40 }),
        fc.array(filters, { minLength: 5, maxLength: 5 }),
        fc.constantFrom('created', 'severity'),
        async (some, asked, sort) => {
          const all = some.map((event) => ({ ...event, id: randomUUID() }));
          const { of, user } = await makeOwner(events);
          await events.foundation.database.inScope(CONSUMER, (em) =>
            rows(
              em,
              sql`insert into events.event (id, organisation_id, task_id, pattern_kind, pattern_text, source_type, container_key, container_title,
                  container_url, owner, path, file_url, language, lines_hash, status, filter_keywords, line, excerpt, document_version, created,
                  last_seen, severity, detectors)
                select (n ->> 'id')::uuid, ${of.organisation_id}, ${of.task_id}, 'keyword', 'p', 'git_repo', 'k', 'c', 'https://git.example.org', n ->> 'owner',
                  n ->> 'id', 'https://git.example.org/p', 'INI', n ->> 'id', n ->> 'status', '{}', 1,
                  '{"text":"x","segments":[{"at":0,"line":1}],"highlights":[],"truncated":false}'::jsonb, 'v',
                  to_timestamp((n -> 'time' ->> 'millis')::numeric / 1000) + (n -> 'time' ->> 'micros')::int * interval '1 microsecond', now(),
                  n ->> 'severity', case when n ->> 'severity' is null then '{}' else array[gen_random_uuid()] end
                from jsonb_array_elements(${JSON.stringify(all)}::jsonb) n`,
            ),
          );
          const rank = ({ severity }: (typeof all)[number]) => (sort === 'severity' ? SEVERITIES.indexOf(severity) : 0);
          const ordered = all.toSorted(
            (one, other) =>
              rank(one) - rank(other) ||
              other.time.millis - one.time.millis ||
              other.time.micros - one.time.micros ||
              (one.id < other.id ? -1 : 1),
          );
          for (const { start, end, severity, owner: part } of asked) {
            const matching = ordered.filter(
              ({ time: at, severity: has, owner }) =>
                (start === undefined || at.millis >= start) &&
                (end === undefined || at.millis <= end) &&
                (part === undefined || owner.toLowerCase().includes(part)) &&
                (severity?.some((one) => one === (has ?? 'none')) ?? true),
            );
            const query = new URLSearchParams({ limit: '100', offset: '0', sort });
            if (start !== undefined) query.set('start_datetime', new Date(start).toISOString());
            if (end !== undefined) query.set('end_datetime', new Date(end).toISOString());
            if (part !== undefined) query.set('username_part', part);
            for (const one of severity ?? []) query.append('severity', one);
            const answer = await events.get(user, `/api/events/?${query}`);
            const { count, auto_filtered, results } = listEvents.answer.parse(answer.json());
            const open = matching.filter(({ status }) => status === 'open');
            expect(results.map(({ id }) => id)).toEqual(open.map(({ id }) => id));
            expect([count, auto_filtered]).toEqual([open.length, matching.filter(({ status }) => status === 'auto_filtered').length]);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
