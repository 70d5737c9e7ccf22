import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONSUMER, row, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import fc from 'fast-check';
import { openEvents, publishOrganisation } from '../events.fixture.ts';
import { makeFinding } from '../intake/findings.fixture.ts';
import { placeOf } from '../intake/intake.store.ts';
import { keysThatMeet, ruleMatches } from './blacklist.domain.ts';
import { addRule, blacklistEvents, countEvents, makeBlacklister, OWNER_RULE, repository, toldChanges } from './blacklist.fixture.ts';
import { matchingRules } from './matching-rules.store.ts';

describe('events and the blacklist', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => {
    events = await openEvents();
  });
  afterAll(async () => {
    await events.close();
  });

  type Owner = Awaited<ReturnType<typeof makeBlacklister>>;
  const statuses = async ({ user }: Owner) =>
    Object.fromEntries((await events.list(user)).results.map((event) => [event.file_path, event.status]));
  it('found from now on are blacklisted by global rules and by rules of their task', async () => {
    const owner = await makeBlacklister(events);
    const other = { ...owner.of, task_id: randomUUID() };
    await events.publishTask(other);
    await addRule(events, owner.user);
    await addRule(events, owner.user, { ...OWNER_RULE, rule_owner: 'half', task: owner.of.task_id });
    await addRule(events, owner.user, { ...OWNER_RULE, source_type: 'gist', block_type: 'repository', rule_repo: 'Notes.txt' });
    const gist = { key: 'g', title: 'ann/notes.TXT', url: 'https://gist.github.com/ann/1', owner: 'ann' };
    await events.find(owner.of, ['evil'], { container: repository('EVIL', 'a') });
    await events.find(owner.of, ['half'], { container: repository('half', 'a') });
    await events.find(other, ['half-other'], { container: repository('half', 'a') });
    await events.find(owner.of, ['gist'], { source_type: 'gist', container: gist });
    await events.find(owner.of, ['git'], { source_type: 'git_repo', container: repository('evil', 'a') });
    await events.find(owner.of, ['good'], { container: repository('evil-not', 'a') });
    expect(await statuses(owner)).toEqual({
      evil: 'blacklist',
      half: 'blacklist',
      'half-other': 'open',
      gist: 'blacklist',
      git: 'open',
      good: 'open',
    });
  });

  it('that are there stay as they are when a rule is made, changed or deleted', async () => {
    const owner = await makeBlacklister(events);
    await events.find(owner.of, ['before'], { container: repository('evil', 'a') });
    const id = await addRule(events, owner.user);
    await events.find(owner.of, ['after'], { container: repository('evil', 'a') });
    await events.call(owner.user, 'PATCH', `/api/rules/${id}/`, { rule_owner: 'another' });
    await events.call(owner.user, 'DELETE', `/api/rules/${id}/`);
    expect(await statuses(owner)).toEqual({ before: 'open', after: 'blacklist' });
  });

  it('that match change when a person asks for it: their history names the rule, the change is published and can be undone', async () => {
    const owner = await makeBlacklister(events);
    await events.find(owner.of, ['a', 'b', 'c'], { container: repository('Evil', 'shop') });
    await events.find(owner.of, ['elsewhere'], { container: repository('good', 'shop') });
    const [first] = (await events.list(owner.user)).results.filter((event) => event.file_path === 'a');
    await events.call(owner.user, 'POST', `/api/events/${first?.id}/change_status/`, { status: 'fixed' });
    const id = await addRule(events, owner.user);
    expect(await countEvents(events, owner.user, id)).toBe(3);
    const { count, batch, left } = await blacklistEvents(events, owner.user, id);
    expect([count, left]).toEqual([3, 0]);
    const told = (await toldChanges(events, owner.of.organisation_id)).filter(({ to }) => to === 'blacklist');
    expect(told.map(({ from }) => from).sort()).toEqual(['fixed', 'open', 'open']);
    expect(new Set(told.map(({ event_id }) => event_id)).size).toBe(3);
    expect(await statuses(owner)).toEqual({ a: 'blacklist', b: 'blacklist', c: 'blacklist', elsewhere: 'open' });
    const moved = (await events.list(owner.user)).results.find((event) => event.file_path === 'b');
    expect(Object.values(moved?.status_changes ?? {})).toContainEqual({ actor: 'rule', new_status: 'blacklist' });
    expect(await countEvents(events, owner.user, id)).toBe(0);
    expect(await blacklistEvents(events, owner.user, id)).toEqual({ count: 0, batch: null, left: 0 });

    const stranger = testCaller(owner.of.organisation_id);
    expect((await events.call(stranger, 'POST', '/api/events/undo_status/', { batch: batch ?? '' })).json()).toMatchObject({
      code: 'undo_expired',
    });
    await events.call(owner.user, 'POST', `/api/events/${moved?.id}/change_status/`, { status: 'in_progress' });
    expect((await events.call(owner.user, 'POST', '/api/events/undo_status/', { batch: batch ?? '' })).json()).toEqual({ restored: 2 });
    expect(await statuses(owner)).toEqual({ a: 'fixed', b: 'in_progress', c: 'open', elsewhere: 'open' });
    const back = (await toldChanges(events, owner.of.organisation_id)).slice(-2);
    expect(back.map(({ from, to }) => [from, to]).sort()).toEqual([
      ['blacklist', 'fixed'],
      ['blacklist', 'open'],
    ]);
  });

  it('of an organisation that is not active stay, but for staff', async () => {
    const owner = await makeBlacklister(events);
    await events.find(owner.of, ['a'], { container: repository('evil', 'a') });
    const id = await addRule(events, owner.user);
    await publishOrganisation(events, owner.of.organisation_id, false, 2);
    await events.settled();
    const refused = await events.call(owner.user, 'POST', `/api/rules/${id}/blacklist_events/`);
    expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining({ code: 'organisation_inactive' })]);
    expect((await blacklistEvents(events, testCaller(null, { staff: true }), id)).count).toBe(1);
  });

  it('of a deleted task are neither counted nor moved', async () => {
    const owner = await makeBlacklister(events);
    await events.find(owner.of, ['a'], { container: repository('evil', 'a') });
    const id = await addRule(events, owner.user);
    await events.deleteTask(owner.of);
    expect(await countEvents(events, owner.user, id)).toBe(0);
    expect((await blacklistEvents(events, owner.user, id)).count).toBe(0);
  });

  it('meet in the database the rules that they meet by the words of the domain', async () => {
    const owner = await makeBlacklister(events);
    const names = ['acme', 'ACME', 'shop', 'жук', 'ЖУК', '"', '\\'];
    const bodies = names.flatMap((name) => [
      { ...OWNER_RULE, rule_owner: name },
      { ...OWNER_RULE, block_type: 'repository', rule_repo: name, task: owner.of.task_id },
      { ...OWNER_RULE, block_type: 'owner_and_repo', rule_owner: name, rule_repo: 'shop' },
    ]);
    for (const body of bodies) await events.call(owner.user, 'POST', '/api/rules/', body);
    const { database } = events.foundation;
    const rules = await database.inScope(CONSUMER, (em) =>
      row(
        em,
        sql<{ all: Parameters<typeof ruleMatches>[0][] }>`select jsonb_agg(to_jsonb(r)) as all from events.blacklist_rule r
          where organisation_id = ${owner.of.organisation_id}`,
      ),
    );
    const found = fc
      .record({
        owner: fc.constantFrom(...names, '', 'a\0b'),
        name: fc.constantFrom(...names, '', 'a\0b'),
        source_type: fc.constantFrom('github', 'gist', 'git_repo'),
        task_id: fc.constantFrom(owner.of.task_id, randomUUID()),
      })
      .map(({ owner: who, name, ...rest }) => placeOf(makeFinding({ ...owner.of, ...rest, container: repository(who, name) })));
    await fc.assert(
      fc.asyncProperty(fc.array(found, { maxLength: 30 }), async (places) => {
        const met = await database.inScope(CONSUMER, (em) => matchingRules(em, places));
        places.forEach((place, at) => {
          const expected = rules?.all.some((rule) => ruleMatches(rule, place));
          expect([place, keysThatMeet(place), met[at] !== undefined]).toEqual([place, keysThatMeet(place), expected]);
        });
      }),
      { numRuns: 60 },
    );
  });
});
