import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createNotification, internalIdentity, listNotifications, type TechnicalFact } from '@leakwatch/contracts';
import { rows, type Scope, STAFF, sql } from '@leakwatch/platform';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { LAUNCH_ERROR_CODES, LOCALES, REPOSITORY_ERROR_CODES, SEARCH_FAULTS_EN, SEARCH_FAULTS_RU } from '@leakwatch/vocabulary';
import { makePerson, openTestAdmin, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';
import { TechnicalFactsConsumer } from './technical-facts.consumer.ts';
import { NotifyOfExpiry } from './notify-of-expiry.ts';

const DAY_MS = 86_400_000;
let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin.close());

async function ask(person: Person, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, locale: 'ru' | 'en' = 'en') {
  const caller = testCaller(person.organisation, { account: { id: person.id, username: 'irina' }, locale, staff: payload !== undefined });
  const reply = await testAdmin.app.inject({
    method,
    url,
    headers: callerHeaders(caller),
    ...(payload !== undefined && { payload }),
  });
  return { status: reply.statusCode, answer: reply.json<unknown>() };
}
const listOf = async (person: Person, locale: 'ru' | 'en' = 'en') =>
  listNotifications.answer.parse((await ask(person, 'GET', '/api/notifications/', undefined, locale)).answer);

const messagesOf = async (person: Person, locale: 'ru' | 'en'): Promise<readonly string[]> => {
  const reply = await ask(person, 'GET', '/api/notifications/?limit=100', undefined, locale);
  return listNotifications.answer.parse(reply.answer).results.map(({ message }) => message);
};

async function createOne(person: Person, title = 'Maintenance'): Promise<string> {
  const body = { organisation: person.organisation, title, message: 'On <b>Sunday</b>' };
  return createNotification.answer.parse((await ask(person, 'POST', '/api/control/notifications/', body)).answer).id;
}

const badgeOf = async (person: Person) => {
  const caller = testCaller(person.organisation, { account: { id: person.id, username: 'irina' }, service: 'gateway' });
  const reply = await testAdmin.app.inject({ url: '/internal/identity/', headers: callerHeaders(caller) });
  return internalIdentity.answer.parse(reply.json()).notifications;
};

const fact = (person: Person, over: Partial<TechnicalFact> = {}): TechnicalFact => ({
  organisation_id: person.organisation,
  cause: 'repository:1',
  state: 'begun',
  kind: 'repository_error',
  at: '2026-11-20T10:11:12.000Z',
  task: 'Billing',
  source_type: 'git_repo',
  repository: 'core',
  error_code: 'host_not_found',
  ...over,
});
const receive = (payload: TechnicalFact, id: string = randomUUID()) =>
  testAdmin.app.get(TechnicalFactsConsumer).keep([{ id, key: payload.organisation_id, payload, publishedAt: new Date() }]);

describe('technical notifications', () => {
  it('are created by staff, counted while open, closed and deleted', async () => {
    const person = await makePerson(testAdmin);
    const [first, second] = [await createOne(person, 'One'), await createOne(person, 'Two')];
    expect(await badgeOf(person)).toBe(2);
    expect((await listOf(person)).results.map(({ title, active }) => [title, active])).toEqual([
      ['Two', true],
      ['One', true],
    ]);
    expect((await ask(person, 'POST', `/api/notifications/${first}/close/`)).status).toBe(200);
    expect(await badgeOf(person)).toBe(1);
    expect((await ask(person, 'GET', `/api/notifications/${first}/`)).answer).toMatchObject({ active: false, message: 'On <b>Sunday</b>' });
    expect((await ask(person, 'DELETE', `/api/notifications/${second}/`)).status).toBe(200);
    expect((await ask(person, 'GET', `/api/notifications/${second}/`)).status).toBe(404);
    expect((await ask(person, 'DELETE', `/api/notifications/${second}/`)).status).toBe(404);
    expect(await badgeOf(person)).toBe(0);
    expect((await listOf(person)).count).toBe(1);
  });

  it.each(['GET', 'POST'] as const)('are all closed and deleted by %s, in the own organisation only', async (method) => {
    const [person, stranger] = [await makePerson(testAdmin), await makePerson(testAdmin)];
    for (const one of [person, person, stranger]) await createOne(one);
    expect((await ask(person, method, '/api/notifications/close/')).answer).toEqual({ changed: 2 });
    expect((await ask(person, method, '/api/notifications/close/')).answer).toEqual({ changed: 0 });
    expect((await ask(person, method, '/api/notifications/clear/')).answer).toEqual({ changed: 2 });
    expect((await listOf(person)).count).toBe(0);
    expect((await listOf(stranger)).results).toMatchObject([{ active: true }]);
  });

  it("answers another organisation's id as one that is not there", async () => {
    const [person, stranger] = [await makePerson(testAdmin), await makePerson(testAdmin)];
    const id = await createOne(person);
    for (const [method, path] of [
      ['GET', `${id}/`],
      ['DELETE', `${id}/`],
      ['GET', `${id}/close/`],
      ['POST', `${id}/close/`],
    ] as const)
      expect((await ask(stranger, method, `/api/notifications/${path}`)).status).toBe(404);
    expect((await listOf(person)).results).toMatchObject([{ id, active: true }]);
    const scope: Scope = { kind: 'organisation', organisation: stranger.organisation };
    expect(await testAdmin.database.inScope(scope, (em) => rows(em, sql`select id from admin.notification where id = ${id}`))).toEqual([]);
    expect(
      (await ask(person, 'POST', '/api/control/notifications/', { organisation: randomUUID(), title: 't', message: 'm' })).status,
    ).toBe(404);
  });
});

describe('facts', () => {
  it('are created once while a fact lasts, also when they were deleted, and again when it comes back', async () => {
    const person = await makePerson(testAdmin);
    const id = randomUUID();
    await receive(fact(person), id);
    await receive(fact(person));
    expect((await listOf(person)).results).toMatchObject([
      {
        kind: 'repository_error',
        title: 'A repository cannot be read: core',
        message: expect.stringContaining(SEARCH_FAULTS_EN.host_not_found),
      },
    ]);
    expect((await listOf(person, 'ru')).results[0]?.title).toBe('Не удалось прочитать репозиторий: core');
    await ask(person, 'POST', '/api/notifications/clear/');
    await receive(fact(person));
    expect((await listOf(person)).count).toBe(0);
    await receive(fact(person, { state: 'over' }));
    // The first message is redelivered after the end of the fact.
    await receive(fact(person), id);
    expect((await listOf(person)).count).toBe(0);
    await receive(fact(person));
    expect((await listOf(person)).count).toBe(1);
    expect(await badgeOf(person)).toBe(1);
  });

  it('of lowered limits tell the organisation and staff, once', async () => {
    const [person, other] = [await makePerson(testAdmin), await makePerson(testAdmin)];
    const exceeded = { tasks: { used: 3, limit: 2 }, patterns: null, launches: { used: 5, limit: 4 } };
    const lowered = fact(person, { kind: 'limits_lowered', cause: 'limits:7', exceeded });
    await receive(lowered);
    await receive(lowered);
    expect((await listOf(person)).results).toMatchObject([
      { kind: 'limits_lowered', message: expect.stringContaining('running tasks: 3 (limit 2), launches: 5 (limit 4).') },
    ]);
    expect((await listOf(person, 'ru')).results[0]?.message).toContain('запущенные задачи: 3 (лимит 2), запуски: 5 (лимит 4).');
    expect((await listOf(other)).count).toBe(0);
    const staff = testCaller(null, { staff: true, locale: 'en' });
    const answer = await testAdmin.app.inject({ url: '/api/notifications/?limit=100', headers: callerHeaders(staff) });
    const told = listNotifications.answer.parse(answer.json()).results.filter(({ kind }) => kind === 'organisation_limits');
    expect(told).toMatchObject([{ message: expect.stringContaining('3 (limit 2)') }]);
  });

  it.each(LOCALES)('of what cannot be read or searched say why in a sentence of %s, without codes', async (locale) => {
    const reasons = { ru: SEARCH_FAULTS_RU, en: SEARCH_FAULTS_EN }[locale];
    for (const kind of ['source_waiting', 'source_failing', 'repository_error'] as const) {
      const person = await makePerson(testAdmin);
      for (const code of [...REPOSITORY_ERROR_CODES, ...LAUNCH_ERROR_CODES])
        await receive(fact(person, { kind, cause: code, error_code: code }));
      const messages = await messagesOf(person, locale);
      for (const code of [...REPOSITORY_ERROR_CODES, ...LAUNCH_ERROR_CODES])
        expect(messages.filter((message) => message.includes(`. ${reasons[code]}.`))).toHaveLength(1);
      expect(messages.filter((message) => /[a-z]_[a-z]/.test(message))).toEqual([]);
    }
  });

  it.each(LOCALES)('without a code say in %s that a search waits for its turn, and nothing where it failed', async (locale) => {
    const person = await makePerson(testAdmin);
    await receive(fact(person, { kind: 'source_waiting', cause: 'waiting', error_code: null }));
    await receive(fact(person, { kind: 'source_failing', cause: 'failing', error_code: null }));
    const [failing, waiting] = await messagesOf(person, locale);
    expect(waiting).toContain(`UTC. ${locale === 'ru' ? SEARCH_FAULTS_RU.turn : SEARCH_FAULTS_EN.turn}.`);
    expect(failing).not.toMatch(/undefined|null|–| {2}/);
  });

  it('of a deleted organisation are ignored', async () => {
    const person = await makePerson(testAdmin);
    await receive(fact(person, { organisation_id: randomUUID() }));
    expect((await listOf(person)).count).toBe(0);
  });

  it('announce the end of service once, and again when it was moved', async () => {
    const [person, other] = [await makePerson(testAdmin), await makePerson(testAdmin)];
    const endIn = (days: number) =>
      testAdmin.database.inScope(STAFF, (em) =>
        rows(em, sql`update admin.organisation set expires_at = now() + make_interval(days => ${days}) where id = ${person.organisation}`),
      );
    const watch = testAdmin.app.get(NotifyOfExpiry);
    await endIn(8);
    await watch.run();
    expect((await listOf(person)).count).toBe(0);
    await watch.run(new Date(Date.now() + 2 * DAY_MS));
    await Promise.all([watch.run(), watch.run(new Date(Date.now() + 2 * DAY_MS)), watch.run(new Date(Date.now() + 3 * DAY_MS))]);
    expect((await listOf(person)).results).toMatchObject([{ kind: 'tariff_expiring' }]);
    await endIn(5);
    await watch.run();
    expect((await listOf(person)).count).toBe(2);
    expect((await listOf(other)).count).toBe(0);
  });
});
