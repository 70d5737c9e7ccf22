import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeOneStatus } from '@leakwatch/contracts';
import { CONSUMER, nameId, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import type { PatternKind } from '@leakwatch/vocabulary';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';
import { makeFinding } from './findings.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events.close());

const pattern = (kind: PatternKind, text: string) => ({ id: randomUUID(), kind, text });

describe('an event belongs to what its pattern matches', () => {
  it.each<[PatternKind, string, string]>([
    ['keyword', 'Romashka VPN', 'vpn romashka'],
    ['keyword', 'Filename:.ENV secret', 'secret filename:.env'],
    ['deep', 'A=B c', 'c a=b'],
    ['public_domain', 'Corp.com DB pass', 'corp.com pass db'],
    ['internal_domain', ' corp.LOCAL ', 'corp.local'],
  ])('%s %j is that of %j: the leak is shown once, and keeps its status', async (kind, before, after) => {
    const { of } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    const user = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'irina' } });
    await events.find(of, ['a'], { pattern: pattern(kind, before) });
    const [first] = (await events.list(user)).results;
    const changed = await events.call(user, 'POST', changeOneStatus.path.replace('{id}', first?.id ?? ''), { status: 'false' });
    expect(changed.json()).toMatchObject({ changed: 1 });
    await events.find(of, ['a'], { pattern: pattern(kind, after) });
    const { results } = await events.list(user);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ id: first?.id, status: 'false' });
  });

  it.each<[PatternKind, string, string]>([
    ['regex', 'Key-[0-9]+', 'key-[0-9]+'],
    ['public_domain', 'corp.com net.org', 'net.org corp.com'],
    ['keyword', 'romashka', 'romashka vpn'],
    ['keyword', 'filename:a', 'a'],
  ])('%s %j is another pattern than %j', async (kind, one, other) => {
    const { of, user } = await makeOwner(events);
    for (const text of [one, other]) await events.find(of, ['a'], { pattern: pattern(kind, text) });
    expect((await events.list(user)).results).toHaveLength(2);
  });
});

it('an event that was stored with the spelling of its pattern in its id keeps that id', async () => {
  const { of, user } = await makeOwner(events);
  const finding = makeFinding({ ...of, path: 'a', pattern: pattern('keyword', 'Romashka VPN') });
  await events.find(of, ['a'], { pattern: finding.pattern });
  const former = nameId('6f1a4a60-6f0e-5d0c-9a5e-2f6c1f0d8e11', [
    ...[finding.organisation_id, finding.task_id, 'keyword', 'Romashka VPN'],
    ...[finding.source_type, finding.container.key, finding.path, finding.lines_hash],
  ]);
  const [first] = (await events.list(user)).results;
  await storeUnder(former, first?.id);
  await events.find(of, ['a'], { pattern: finding.pattern, document: { version: 'b'.repeat(40), bytes: 100 } });
  const { results } = await events.list(user);
  expect(results.map(({ id }) => id)).toEqual([former]);
});

describe.each(['google_docs', 'pastebin'] as const)('a document of %s is known by its id, not by its title', (source) => {
  const container = { key: '1simulated', title: 'Plan', url: 'https://plans.example/1simulated', owner: '' };
  const inDocument = { source_type: source, container, pattern: pattern('keyword', 'romashka') } as const;

  it('a leak in a document whose title changed is shown once, and keeps its status; one inside it is another leak', async () => {
    const { of } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    const user = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'irina' } });
    await events.find(of, ['Plan', 'Plan!/Sheet 2'], inDocument);
    const before = (await events.list(user)).results;
    expect(before).toHaveLength(2);
    for (const { id } of before) await events.call(user, 'POST', changeOneStatus.path.replace('{id}', id), { status: 'false' });
    await events.find(of, ['Plan of the …', 'Plan of the …!/Sheet 2'], inDocument);
    const after = (await events.list(user)).results;
    expect(after.map(({ id, status }) => [id, status]).sort()).toEqual(before.map(({ id }) => [id, 'false']).sort());
  });

  it('an event that was stored with the title in its id keeps that id', async () => {
    const { of, user } = await makeOwner(events);
    const finding = makeFinding({ ...of, ...inDocument, path: 'Plan' });
    await events.find(of, ['Plan'], inDocument);
    const former = nameId('6f1a4a60-6f0e-5d0c-9a5e-2f6c1f0d8e11', [
      ...[finding.organisation_id, finding.task_id, 'keyword', 'romashka'],
      ...[finding.source_type, finding.container.key, finding.path, finding.lines_hash],
    ]);
    await storeUnder(former, (await events.list(user)).results[0]?.id);
    await events.find(of, ['Plan'], { ...inDocument, document: { version: '2026-02-02', bytes: 100 } });
    expect((await events.list(user)).results.map(({ id }) => id)).toEqual([former]);
  });
});

/** Gives an event the id that an earlier version gave it. */
async function storeUnder(former: string, id: string | undefined): Promise<void> {
  expect(id).not.toBe(former);
  await events.foundation.database.inScope(CONSUMER, async (em) => {
    for (const table of ['event_text', 'event_key', 'status_change', 'digest_item'])
      await rows(em, sql`delete from ${sql.table(`events.${table}`)} where event_id = ${id}`);
    await rows(em, sql`update events.event set id = ${former} where id = ${id}`);
  });
}
