import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listEvents } from '@leakwatch/contracts';
import { type Caller, CONSUMER, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import fc from 'fast-check';
import { makeOwner, openEvents } from '../events.fixture.ts';

describe('pages of events by cursor', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => void (events = await openEvents()));
  afterAll(() => events.close());

  const page = async (caller: Caller, query: string) => {
    const answer = await events.get(caller, `/api/events/?${query}`);
    return listEvents.answer.parse(answer.json());
  };
  const refusal = async (caller: Caller, query: string) => {
    const answer = await events.get(caller, `/api/events/?${query}`);
    return `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? ''}`;
  };
  /** Many events share a time, down to the microsecond: only their ids order them. */
  const insert = (of: { organisation_id: string; task_id: string }, count: number, at: string) =>
    events.foundation.database.inScope(CONSUMER, (em) =>
      rows(
        em,
        sql<{ id: string }>`
          insert into events.event (id, organisation_id, task_id, pattern_kind, pattern_text, source_type, container_key, container_title,
            container_url, owner, path, file_url, language, lines_hash, status, filter_keywords, line, excerpt, document_version, created,
            last_seen)
          select gen_random_uuid(), ${of.organisation_id}, ${of.task_id}, 'keyword', 'p', 'git_repo', 'k', 'c', 'https://git.example.org', 'o',
            'p' || n, 'https://git.example.org/p', 'INI', gen_random_uuid()::text,
            (array['open', 'fixed', 'false', 'in_progress'])[1 + n % 4], '{}', 1,
            '{"text":"x","segments":[{"at":0,"line":1}],"highlights":[],"truncated":false}'::jsonb, 'v',
            ${at}::timestamptz - (n / 5) * interval '1 microsecond', now()
          from generate_series(1, ${count}::int) n returning id`,
      ),
    );
  const NOW = '2026-11-20T10:00:00Z';

  it('joined are the whole list: nothing twice, nothing missed, whatever is added meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.array(fc.record({ limit: fc.integer({ min: 1, max: 25 }), added: fc.integer({ min: 0, max: 4 }) }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom('status=all', 'status=open&status=false', 'status=open'),
        async (count, steps, filters) => {
          const { of, user } = await makeOwner(events);
          await insert(of, count, NOW);
          const whole = await page(user, `${filters}&limit=1000`);
          expect(whole.next_cursor).toBeNull();
          const walked: string[] = [];
          let cursor = '';
          for (let step = 0; ; step += 1) {
            const { limit = 1, added = 0 } = steps[step % steps.length] ?? {};
            const got = await page(user, `${filters}&limit=${limit}${cursor}`);
            expect(got.count).toBe(whole.count);
            walked.push(...got.results.map(({ id }) => id));
            if (got.next_cursor === null) break;
            cursor = `&cursor=${got.next_cursor}`;
            await insert(of, added, '2026-11-20T11:00:00Z');
          }
          expect(walked).toEqual(whole.results.map(({ id }) => id));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('are of the caller’s organisation and filters, and refuse every other cursor', async () => {
    const { of, user } = await makeOwner(events);
    const { of: theirs, user: stranger } = await makeOwner(events);
    await insert(of, 6, NOW);
    await insert(theirs, 6, NOW);
    const { next_cursor: cursor } = await page(user, 'status=all&limit=2');
    const query = (changed: string | null) => `status=all&limit=2&cursor=${encodeURIComponent(changed ?? '')}`;
    expect((await page(user, query(cursor))).results).toHaveLength(2);
    expect(await refusal(stranger, query(cursor))).toBe('400 cursor_invalid');
    expect(await refusal(testCaller(null, { staff: true }), query(cursor))).toBe('400 cursor_invalid');
    expect(await refusal(user, `status=open&limit=2&cursor=${cursor}`)).toBe('400 cursor_invalid');
    expect(await refusal(user, `${query(cursor)}&offset=2`)).toBe('400 cursor_invalid');
    expect(await refusal(user, `status=all&cursor=${'x'.repeat(1_001)}`)).toBe('400 invalid_request');
    for (const bad of ['', 'x', '.', 'a.b.c', `${cursor}.`, `A${cursor}`, randomUUID()])
      expect(await refusal(user, query(bad))).toBe('400 cursor_invalid');
    const letters = [...(cursor ?? '')];
    for (let at = 0; at < letters.length; at += 7) {
      // The last letter of a base64 text may hold bits that are not read.
      const damaged = letters.map((letter, place) => (place === at ? (letter === 'Q' ? 'x' : 'Q') : letter)).join('');
      expect(await refusal(user, query(damaged))).toBe('400 cursor_invalid');
    }
  });

  it('of staff are of all organisations, or of the one that they filter by', async () => {
    const staff = testCaller(null, { staff: true });
    const { of } = await makeOwner(events);
    const made = await insert(of, 5, NOW);
    const first = await page(staff, `status=all&limit=3&org=${of.organisation_id}`);
    const second = await page(staff, `status=all&limit=3&org=${of.organisation_id}&cursor=${first.next_cursor}`);
    expect(new Set([...first.results, ...second.results].map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
    const all = await page(staff, 'status=all&limit=3');
    expect((await page(staff, `status=all&limit=3&cursor=${all.next_cursor}`)).results).toHaveLength(3);
  });
});
