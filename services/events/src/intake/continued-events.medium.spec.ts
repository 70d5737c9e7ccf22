import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeOneStatus, type Finding, findingsV1 } from '@leakwatch/contracts';
import { CONSUMER, outgoing, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';
import { makeFinding } from './findings.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events.close());

const hashOf = (bytes: number) => String(bytes).padStart(64, '0');
const TOKEN = `glpat-${'aB3dE6gH9jK2mN5pQ8sT'}`;
const TEXT = `romashka vpn has ${TOKEN} of the new office`;
/** A line that is cut within the token holds no token. */
const CUT_BYTES = 30;

describe('a paste that was read cut and is read whole later', () => {
  const leaked = async () => {
    const { of } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    const user = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'irina' } });
    const pattern = { id: randomUUID(), kind: 'keyword', text: 'romashka vpn' } as const;
    const container = { key: 'a0000000', title: 'a paste', url: 'https://pastes.example/a0000000', owner: '' };
    /** As far as it was read. */
    const read = (bytes: number, continues: number | null, change: Partial<Finding> = {}) =>
      makeFinding({
        ...of,
        ...{ pattern, container, source_type: 'pastebin', path: 'a paste', commit: null, found_at: new Date().toISOString() },
        document: { version: `1700000000:${bytes}`, bytes },
        lines_hash: hashOf(bytes),
        continues: continues === null ? null : hashOf(continues),
        excerpt: { text: TEXT.slice(0, bytes), segments: [{ at: 0, line: 1 }], highlights: [{ start: 0, end: 12 }], truncated: false },
        ...change,
      });
    const take = async (...findings: Finding[]) => {
      await events.publish(findings.map((finding) => outgoing(findingsV1, finding)));
      await events.settled();
    };
    const list = async () => (await events.list(user)).results;
    const set = async (status: TriageStatus) => {
      const [first] = await list();
      await events.call(user, 'POST', changeOneStatus.path.replace('{id}', first?.id ?? ''), { status });
    };
    return { read, take, list, set };
  };

  it.each([
    ['one after the other', false],
    ['in one batch', true],
  ])('%s: is one event, which says all that leaked, and stays one when it is found again', async (_, atOnce) => {
    const { read, take, list } = await leaked();
    const [cut, whole] = [read(CUT_BYTES, null), read(TEXT.length, CUT_BYTES)];
    if (atOnce) await take(cut, whole);
    else {
      await take(cut);
      const [first] = await list();
      expect(first).toMatchObject({ severity: null });
      await take(whole);
      expect((await list()).map(({ id }) => id)).toEqual([first?.id]);
    }
    const [event] = await list();
    expect(event).toMatchObject({ status: 'open', file_content: expect.stringContaining('of the new office') });
    expect(event?.severity).not.toBeNull();
    const secrets = await events.foundation.database.inScope(CONSUMER, (em) =>
      rows(em, sql`select 1 from events.event_secret where event_id = ${event?.id}`),
    );
    expect(secrets).toHaveLength(1);
    await take(read(TEXT.length, null), read(TEXT.length, null, { document: { version: '1700000009:70', bytes: 70 } }));
    expect((await list()).map(({ id }) => id)).toEqual([event?.id]);
  });

  it('cut twice: is one event', async () => {
    const { read, take, list } = await leaked();
    for (const [bytes, before] of [
      [CUT_BYTES, null],
      [CUT_BYTES + 10, CUT_BYTES],
      [TEXT.length, CUT_BYTES + 10],
    ] as const)
      await take(read(bytes, before));
    expect(await list()).toHaveLength(1);
    await take(read(CUT_BYTES, null), read(CUT_BYTES + 10, null));
    expect(await list()).toHaveLength(1);
  });

  it('opens an event that was fixed', async () => {
    const { read, take, list, set } = await leaked();
    await take(read(CUT_BYTES, null));
    await set('fixed');
    await take(read(TEXT.length, CUT_BYTES));
    expect(await list()).toMatchObject([{ status: 'open', came_back: true }]);
  });

  it('is an event of its own when the beginning was judged to be false: nobody has seen the rest', async () => {
    const { read, take, list, set } = await leaked();
    await take(read(CUT_BYTES, null));
    await set('false');
    await take(read(TEXT.length, CUT_BYTES));
    expect((await list()).map(({ status }) => status).sort()).toEqual(['false', 'open']);
  });

  it('that is new is an ordinary event, also where its beginning was never found', async () => {
    const { read, take, list } = await leaked();
    await take(
      read(TEXT.length, CUT_BYTES),
      read(TEXT.length, null, { container: { key: 'b', title: 'b', url: 'https://b.example', owner: '' } }),
    );
    expect(await list()).toHaveLength(2);
  });
});
