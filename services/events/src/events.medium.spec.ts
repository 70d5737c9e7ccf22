import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changeManyStatuses,
  errorAnswer,
  type Finding,
  findingsV1,
  listEvents,
  organisationChangesV1,
  taskChangesV1,
} from '@leakwatch/contracts';
import { asLeakwatchError, type Caller, CONSUMER, type Foundation, openFoundation, outgoing } from '@leakwatch/platform';
import { buildTestService, callerHeaders, createTestEnvironment, testCaller, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import { makeFinding } from './intake/findings.fixture.ts';
import { eventsService } from './service.ts';

describe('the events service', () => {
  let environment: TestEnvironment;
  let foundation: Foundation;
  let app: Awaited<ReturnType<typeof buildTestService>>;
  const [ours, theirs, task, theirTask] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const user = testCaller(ours, { account: { id: randomUUID(), username: 'ann' } });
  const stranger = testCaller(theirs);

  beforeAll(async () => {
    environment = await createTestEnvironment();
    foundation = await openFoundation(eventsService, environment.env);
    app = await buildTestService(eventsService, foundation);
    await app.startAllMicroservices();
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    for (const [organisation, of] of [
      [ours, task],
      [theirs, theirTask],
    ] as const) {
      const year = { starts_at: '2026-01-01T00:00:00.000Z', expires_at: '2027-01-01T00:00:00.000Z' };
      await publish([
        outgoing(organisationChangesV1, {
          organisation_id: organisation,
          version: 1,
          name: 'o',
          active: true,
          trusted: true,
          custom_time_limitations: false,
          deleted: false,
          ...year,
          tariff: null,
        }),
        outgoing(taskChangesV1, {
          task_id: of,
          organisation_id: organisation,
          version: 1,
          title: 'a task',
          running: true,
          archived: false,
          delete_events: false,
          source_types: ['github'],
          patterns: [],
          filter_keywords: ['dummy'],
          filter_mode: 'exclude',
          repositories: [],
        }),
      ]);
    }
  });
  afterAll(async () => {
    await app.close();
    await environment.drop();
  });

  const publish = (messages: ReturnType<typeof outgoing>[]) =>
    foundation.database.inScope(CONSUMER, (em) => foundation.bus.publish(em, messages));
  const find = (change: Partial<Finding> = {}) => outgoing(findingsV1, makeFinding({ organisation_id: ours, task_id: task, ...change }));
  const call = async (caller: Caller, method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers: callerHeaders(caller), ...(payload && { payload }) });
  const list = async (caller: Caller, query = 'status=all&limit=100') =>
    listEvents.answer.parse((await call(caller, 'GET', `/api/events/?${query}`)).json());
  const settled = () => waitUntil('the bus', async () => (await foundation.bus.lag('events')) === 0);
  const eventAt = async (path: string) => {
    const event = (await list(user)).results.find((one) => one.file_path === path);
    if (event === undefined) throw new Error(`no event at ${path}`);
    return event;
  };

  it('makes one event of one leak, however often it is found or delivered', async () => {
    const finding = find({ path: 'once' });
    await publish([finding, finding]);
    await publish([find({ path: 'once', document: { version: 'b'.repeat(40), bytes: 7 } })]);
    await settled();
    const events = (await list(user)).results.filter((event) => event.file_path === 'once');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ status: 'open', owner_status: true, task_name: 'a task', commit_author: 'Ann <ann@dev.example>' });
  });

  it('keeps other lines, paths and patterns as separate events', async () => {
    await publish([
      find({ path: 'apart' }),
      find({ path: 'apart', lines_hash: '0'.repeat(64) }),
      find({ path: 'apart', pattern: { id: randomUUID(), kind: 'keyword', text: 'another' } }),
    ]);
    await settled();
    const events = (await list(user)).results.filter((event) => event.file_path === 'apart');
    expect(events).toHaveLength(3);
    expect(events.every((event) => event.same_file)).toBe(true);
  });

  it('escapes the document and marks the match', async () => {
    await publish([find({ path: 'hostile' })]);
    await settled();
    expect((await eventAt('hostile')).file_content).toBe('host: &lt;b&gt;<mark>romashka</mark>&lt;/b&gt; vpn\nmore: yes');
  });

  it('sorts by filter keywords and by blacklist rules at intake', async () => {
    await call(user, 'POST', '/api/rules/', { source_type: 'github', block_type: 'owner', rule_owner: '@EVIL' });
    const excerpt = { text: 'romashka vpn dummy', segments: [{ at: 0, line: 1 }], highlights: [], truncated: false };
    const container = { key: 'k', title: 'evil/repo', url: 'https://github.com/evil/repo', owner: 'Evil' };
    await publish([
      find({ path: 'filtered', excerpt }),
      find({ path: 'listed', container, excerpt }),
      find({ organisation_id: theirs, task_id: theirTask, path: 'listed', container }),
    ]);
    await settled();
    expect(await eventAt('filtered')).toMatchObject({ status: 'auto_filtered', filter_keywords: ['dummy'] });
    expect(await eventAt('listed')).toMatchObject({ status: 'blacklist' });
    expect((await list(stranger)).results[0]).toMatchObject({ status: 'open' });
  });

  it('changes many statuses in one go, says why some are not, and takes it back', async () => {
    await publish(['m1', 'm2', 'm3'].map((path) => find({ path })));
    await publish([find({ organisation_id: theirs, task_id: theirTask, path: 'theirs' })]);
    await settled();
    const ids = await Promise.all(['m1', 'm2', 'm3'].map(async (path) => (await eventAt(path)).id));
    const foreign = (await list(stranger)).results.find((event) => event.file_path === 'theirs')?.id ?? '';
    await call(user, 'POST', `/api/events/${ids[2]}/change_status/`, { status: 'fixed' });
    const answer = changeManyStatuses.answer.parse(
      (await call(user, 'POST', '/api/events/change_status/', { events: [...ids, foreign], status: 'fixed' })).json(),
    );
    expect(answer.changed).toBe(2);
    expect(answer.skipped).toEqual([
      { id: ids[2], reason: 'same_status' },
      { id: foreign, reason: 'not_found' },
    ]);
    expect(Object.values((await eventAt('m1')).status_changes)).toEqual([
      { actor: 'system', new_status: 'open' },
      { actor: 'ann', new_status: 'fixed' },
    ]);
    const undone = await call(user, 'POST', '/api/events/undo_status/', { batch: answer.batch });
    expect(undone.json()).toEqual({ restored: 2 });
    expect(await eventAt('m1')).toMatchObject({ status: 'open' });
    expect((await call(stranger, 'POST', '/api/events/undo_status/', { batch: answer.batch })).json()).toMatchObject({
      code: 'undo_expired',
    });
  });

  it('keeps the status set by a user when the same lines are found again', async () => {
    await publish([find({ path: 'decided' })]);
    await settled();
    await call(user, 'POST', `/api/events/${(await eventAt('decided')).id}/change_status/`, { status: 'false' });
    await publish([find({ path: 'decided', document: { version: 'd'.repeat(40), bytes: 9 } })]);
    await settled();
    expect(await eventAt('decided')).toMatchObject({ status: 'false' });
  });

  it('refuses a change of one event that names another one', async () => {
    const [{ id }, other] = [await eventAt('once'), await eventAt('decided')];
    const answer = await call(user, 'POST', `/api/events/${id}/change_status/`, { event: other.id, status: 'in_progress' });
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ fields: { event: 'other_than_path' } })]);
    expect((await eventAt('once')).status).not.toBe('in_progress');
    const same = await call(user, 'POST', `/api/events/${id}/change_status/`, { event: id.toUpperCase(), status: 'in_progress' });
    expect(same.statusCode).toBe(200);
  });

  it('answers another organisation as if the event were not there', async () => {
    const { id } = await eventAt('once');
    const foreign = await call(stranger, 'POST', `/api/events/${id}/change_status/`, { status: 'fixed' });
    const missing = await call(stranger, 'POST', `/api/events/${randomUUID()}/change_status/`, { status: 'fixed' });
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect({ ...errorAnswer.parse(foreign.json()), request_id: '' }).toEqual({ ...errorAnswer.parse(missing.json()), request_id: '' });
    expect(
      (await list(stranger, 'status=all&limit=100')).results.every((event) => event.file_path === 'listed' || event.file_path === 'theirs'),
    ).toBe(true);
    expect((await list(stranger, `status=all&org=${ours}`)).count).toBe(0);
  });

  it.each([
    ['a status that nobody may set', { events: [randomUUID()], status: 'blacklist' }],
    ['a boolean for false', { events: [randomUUID()], status: false }],
    ['no events', { events: [], status: 'fixed' }],
    ['an id that is none', { events: ['1 or 1=1'], status: 'fixed' }],
  ])('refuses %s with the field', async (_, body) => {
    const answer = await call(user, 'POST', '/api/events/change_status/', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', fields: expect.any(Object) });
  });

  it.each([
    ['change_status/', { events: [randomUUID()], status: 'fixed', reasn: 'revoked' }, 'reasn'],
    ['change_status/', { filters: { status: ['open'], user: ['x'] }, status: 'fixed' }, 'filters.user'],
    [`${randomUUID()}/change_status/`, { status: 'fixed', similar: true }, 'similar'],
    ['assign/', { events: [randomUUID()], assignee: null, due: '2026-11-01' }, 'due'],
    ['undo_status/', { batch: randomUUID(), events: [] }, 'events'],
    ['views/', { name: 'x', filters: {}, share: true }, 'share'],
    ['views/', { name: 'x', filters: { statuses: ['open'] } }, 'filters.statuses'],
  ])('refuses a misspelt name in a change by its name: %s %j', async (path, body, name) => {
    const answer = await call(user, 'POST', `/api/events/${path}`, body);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_request', fields: { [name]: 'parameter_unknown' } }),
    ]);
  });

  it('refuses a caller without a signature', async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/events/' });
    expect(answer.json()).toMatchObject({ code: 'caller_unsigned' });
    expect(asLeakwatchError(new Error('inside')).code).toBe('internal');
  });
});
