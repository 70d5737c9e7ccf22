import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blacklistRule, errorAnswer, internalEventCounts, listRules } from '@leakwatch/contracts';
import { type Caller, LIVE_STREAM, openRedis } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import { openEvents } from '../events.fixture.ts';
import { addRule, makeBlacklister, OWNER_RULE } from './blacklist.fixture.ts';

describe('blacklist rules', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => {
    events = await openEvents();
  });
  afterAll(async () => {
    await events.close();
  });

  const read = async (caller: Caller, id: string) => blacklistRule.parse((await events.call(caller, 'GET', `/api/rules/${id}/`)).json());
  const list = async (caller: Caller, query = '') =>
    listRules.answer.parse((await events.call(caller, 'GET', `/api/rules/?limit=100${query}`)).json());
  const refusal = async (answer: ReturnType<typeof events.call>) => {
    const { statusCode, json } = await answer;
    return { status: statusCode, ...errorAnswer.parse(json()), request_id: '' };
  };

  it('notify the open pages of their organisation when they are made, changed and deleted', async () => {
    const redis = openRedis(events.foundation.settings.REDIS_URL, events.foundation.logger, 'waits');
    const { of, user } = await makeBlacklister(events);
    const hints = async () => {
      const entries = await redis.xrange(LIVE_STREAM, '-', '+');
      return entries.filter(([, fields]) => fields.includes(of.organisation_id) && fields.includes('settings')).length;
    };
    const notified = (count: number) => waitUntil(`${count} hints`, async () => (await hints()) === count);
    const id = await addRule(events, user);
    await notified(1);
    await events.call(user, 'PATCH', `/api/rules/${id}/`, { rule_owner: 'worse' });
    await notified(2);
    await events.call(user, 'DELETE', `/api/rules/${id}/`);
    await notified(3);
    redis.disconnect();
  });

  it('deleted twice at once: one call deletes, the other one finds nothing', async () => {
    const { user } = await makeBlacklister(events);
    const ids = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((rule_owner) => addRule(events, user, { ...OWNER_RULE, rule_owner })));
    for (const id of ids) {
      const answers = await Promise.all([1, 2].map(() => events.call(user, 'DELETE', `/api/rules/${id}/`)));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    }
  });

  it('are made with clean names, read, changed, counted in the badge and deleted', async () => {
    const { of, user, service } = await makeBlacklister(events);
    await events.find(of, ['a']);
    const event = (await events.list(user)).results[0]?.id ?? '';
    const id = await addRule(events, user, {
      ...OWNER_RULE,
      block_type: 'owner_and_repo',
      rule_owner: ' @Evil',
      rule_repo: 'Shop ',
      event,
    });
    const made = await read(user, id);
    expect(made).toMatchObject({
      company: of.organisation_id,
      rule_owner: 'Evil',
      rule_repo: 'Shop',
      task: null,
      task_name: null,
      event,
      author: 'tester',
      global_state: true,
    });
    expect(made).not.toHaveProperty('org');
    const counts = async () => internalEventCounts.answer.parse((await events.get(service, '/internal/counts/events/')).json());
    expect(await counts()).toMatchObject({ rules: 1 });

    const patch = { block_type: 'repository', task: of.task_id, owner: 'somebody' };
    const changed = blacklistRule.parse((await events.call(user, 'PATCH', `/api/rules/${id}/`, patch)).json());
    expect(changed).toMatchObject({
      rule_owner: '',
      rule_repo: 'Shop',
      block_type: 'repository',
      task: of.task_id,
      task_name: 'a task',
      author: 'tester',
      global_state: false,
    });
    expect(changed.update_at > made.update_at).toBe(true);

    expect(blacklistRule.parse((await events.call(user, 'DELETE', `/api/rules/${id}/`)).json())).toEqual(changed);
    expect((await events.call(user, 'GET', `/api/rules/${id}/`)).statusCode).toBe(404);
    expect(await counts()).toMatchObject({ rules: 0 });
  });

  it('are not changed by someone who saw another version', async () => {
    const { user } = await makeBlacklister(events);
    const id = await addRule(events, user);
    const change = (body: object) => events.call(user, 'PATCH', `/api/rules/${id}/`, body);
    const { update_at } = await read(user, id);
    expect((await change({ rule_owner: 'first', update_at })).statusCode).toBe(200);
    expect(await refusal(change({ source_type: 'gist', update_at }))).toMatchObject({ status: 409, code: 'changed_meanwhile' });
    const stored = await read(user, id);
    expect(stored).toMatchObject({ rule_owner: 'first', source_type: 'github' });
    expect((await change({ source_type: 'gist', update_at: stored.update_at })).statusCode).toBe(200);
    // Programs that name no version change it in any case.
    expect((await change({ rule_owner: 'second' })).statusCode).toBe(200);
  });

  it('exist once, however their names are written; another task, source or block type is another rule', async () => {
    const { of, user } = await makeBlacklister(events);
    const id = await addRule(events, user);
    const again = (change: object) => refusal(events.call(user, 'POST', '/api/rules/', { ...OWNER_RULE, ...change }));
    for (const rule_owner of ['EVIL', ' @evil ', 'Evil'])
      expect(await again({ rule_owner, rule_repo: 'ignored' })).toMatchObject({ status: 409, code: 'rule_exists' });
    const limited = await addRule(events, user, { ...OWNER_RULE, task: of.task_id });
    await addRule(events, user, { ...OWNER_RULE, source_type: 'gist' });
    await addRule(events, user, { ...OWNER_RULE, block_type: 'repository', rule_repo: 'evil' });
    expect(await again({ task: of.task_id })).toMatchObject({ status: 409 });
    expect(await refusal(events.call(user, 'PATCH', `/api/rules/${limited}/`, { task: null }))).toMatchObject({
      status: 409,
      code: 'rule_exists',
    });
    expect((await events.call(user, 'PATCH', `/api/rules/${id}/`, { rule_owner: 'EVIL' })).json()).toMatchObject({ rule_owner: 'EVIL' });
    expect((await list(user)).count).toBe(4);
  });

  it('are made once by twenty people at the same moment', async () => {
    const { user } = await makeBlacklister(events);
    const answers = await Promise.all(Array.from({ length: 20 }, () => events.call(user, 'POST', '/api/rules/', OWNER_RULE)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect((await list(user)).count).toBe(1);
  });

  it('of two concurrent changes to the same values only one succeeds', async () => {
    const { user } = await makeBlacklister(events);
    const ids = await Promise.all(['a', 'b'].map((rule_owner) => addRule(events, user, { ...OWNER_RULE, rule_owner })));
    const answers = await Promise.all(ids.map((id) => events.call(user, 'PATCH', `/api/rules/${id}/`, { rule_owner: 'same' })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it.each([
    ['no owner', { rule_owner: ' @ ' }, { rule_owner: 'rule_owner_required' }],
    ['no repository', { block_type: 'repository' }, { rule_repo: 'rule_repo_required' }],
    ['a path for a name', { rule_owner: 'https://github.com/evil' }, { rule_owner: 'rule_name_characters' }],
    ['control characters', { rule_owner: 'e\u0000vil' }, { rule_owner: 'rule_name_characters' }],
    ['text that is turned around', { rule_owner: '\u202elive' }, { rule_owner: 'rule_name_characters' }],
    ['a wildcard', { rule_owner: 'evil*' }, { rule_owner: 'rule_name_github' }],
    ['a name without end', { rule_owner: 'e'.repeat(101) }, { rule_owner: 'rule_name_length' }],
    ['pastebin', { source_type: 'pastebin' }, { source_type: 'rule_source' }],
    ['a monitored repository', { source_type: 'git_repo' }, { source_type: 'rule_source' }],
  ])('are refused with %s, made or changed', async (_, change, fields) => {
    const { user } = await makeBlacklister(events);
    const id = await addRule(events, user);
    const expected = { status: 400, code: 'rule_invalid', fields };
    expect(await refusal(events.call(user, 'POST', '/api/rules/', { ...OWNER_RULE, ...change }))).toMatchObject(expected);
    expect(await refusal(events.call(user, 'PATCH', `/api/rules/${id}/`, change))).toMatchObject(expected);
    expect(await read(user, id)).toMatchObject({ rule_owner: 'evil' });
  });

  it('keep hostile file names of gists as they are, and are found by them', async () => {
    const { user } = await makeBlacklister(events);
    const hostile = [`'; drop table events.event; --`, '<img src=x onerror=alert(1)>', '%_', '$1', '"}]'];
    for (const rule_repo of hostile) {
      const id = await addRule(events, user, { source_type: 'gist', block_type: 'repository', rule_repo });
      expect((await read(user, id)).rule_repo).toBe(rule_repo);
      const found = await list(user, `&rule=${encodeURIComponent(rule_repo)}`);
      expect(found.results.map((rule) => rule.id)).toEqual([id]);
    }
    const malformed = { status: 400, code: 'invalid_request' };
    expect(await refusal(events.call(user, 'GET', '/api/rules/?rule=%00'))).toMatchObject(malformed);
    const half = { ...OWNER_RULE, rule_owner: 'e\ud800vil' };
    expect(await refusal(events.call(user, 'POST', '/api/rules/', half))).toMatchObject({
      ...malformed,
      fields: { rule_owner: 'text_malformed' },
    });
  });

  it('are searched in owner and repository, changed last first, by page', async () => {
    const { user } = await makeBlacklister(events);
    const both = { ...OWNER_RULE, block_type: 'owner_and_repo', rule_owner: 'Acme', rule_repo: 'Web-Shop' };
    const first = await addRule(events, user, both);
    const second = await addRule(events, user, { ...OWNER_RULE, rule_owner: 'shopkeeper' });
    await addRule(events, user);
    const ids = async (rule: string) => (await list(user, `&rule=${encodeURIComponent(rule)}`)).results.map(({ id }) => id);
    expect(await ids('SHOP')).toEqual([second, first]);
    expect(await ids('acme/web')).toEqual([first]);
    expect(await ids('@acme')).toEqual([first]);
    expect(await ids('_')).toEqual([]);
    await events.call(user, 'PATCH', `/api/rules/${first}/`, { rule_repo: 'web-shop-2' });
    expect((await list(user)).results[0]?.id).toBe(first);
    const page = listRules.answer.parse((await events.call(user, 'GET', '/api/rules/?limit=1&offset=1')).json());
    expect([page.count, page.results.length]).toEqual([3, 1]);
  });

  it('of another organisation are not there, whatever is asked; neither are its tasks and events', async () => {
    const ours = await makeBlacklister(events);
    const theirs = await makeBlacklister(events);
    await events.find(theirs.of, ['a']);
    const event = (await events.list(theirs.user)).results[0]?.id;
    const id = await addRule(events, ours.user);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { rule_owner: 'mine' }],
      ['DELETE', '', undefined],
      ['GET', 'count_events/', undefined],
      ['POST', 'blacklist_events/', undefined],
    ] as const) {
      const foreign = await refusal(events.call(theirs.user, method, `/api/rules/${id}/${path}`, body));
      const missing = await refusal(events.call(theirs.user, method, `/api/rules/${randomUUID()}/${path}`, body));
      expect(foreign).toEqual({ ...missing, status: 404, code: 'not_found' });
    }
    expect((await list(theirs.user)).count).toBe(0);
    expect((await list(theirs.user, `&org=${ours.of.organisation_id}`)).count).toBe(0);
    expect(await read(ours.user, id)).toMatchObject({ rule_owner: 'evil' });

    const send = (method: 'POST' | 'PATCH', change: object) =>
      refusal(
        events.call(ours.user, method, method === 'POST' ? '/api/rules/' : `/api/rules/${id}/`, {
          ...OWNER_RULE,
          rule_owner: 'new',
          ...change,
        }),
      );
    for (const method of ['POST', 'PATCH'] as const)
      for (const task of [theirs.of.task_id, randomUUID()])
        expect(await send(method, { task })).toMatchObject({ status: 404, code: 'task_not_found' });
    for (const other of [event, randomUUID()])
      expect(await send('POST', { event: other })).toMatchObject({ status: 404, code: 'event_not_found' });
  });

  it('staff see them all, one organisation at a time or a single one; they make none for others', async () => {
    const ours = await makeBlacklister(events);
    const theirs = await makeBlacklister(events);
    const staff = testCaller(ours.of.organisation_id, { staff: true });
    const id = await addRule(events, theirs.user);
    const { organisation_id: org } = theirs.of;
    expect(await read(staff, id)).toMatchObject({ org, company: org });
    expect((await list(staff, `&org=${org}`)).results.map((rule) => rule.id)).toEqual([id]);
    expect((await events.call(staff, 'PATCH', `/api/rules/${id}/`, { task: theirs.of.task_id })).statusCode).toBe(200);
    expect(await refusal(events.call(staff, 'PATCH', `/api/rules/${id}/`, { task: ours.of.task_id }))).toMatchObject({ status: 404 });
    expect(await refusal(events.call(staff, 'POST', '/api/rules/', { ...OWNER_RULE, task: theirs.of.task_id }))).toMatchObject({
      code: 'task_not_found',
    });
    expect(await read(staff, await addRule(events, staff))).toMatchObject({ org: ours.of.organisation_id });
    expect(await refusal(events.call(testCaller(null, { staff: true }), 'POST', '/api/rules/', OWNER_RULE))).toMatchObject({
      status: 403,
      code: 'not_in_organisation',
    });
  });
});
