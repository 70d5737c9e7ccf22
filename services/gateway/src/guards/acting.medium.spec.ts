import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  ACTING_HEADER,
  ACTING_SECONDS,
  changeManyStatuses,
  CSRF_COOKIE,
  CSRF_HEADER,
  CSRF_PURPOSE,
  endActing,
  internalStaffAccess,
  listEvents,
  listProxies,
  listSessions,
  listWebhooks,
  sessionCookie,
} from '@leakwatch/contracts';
import { CALLER_HEADER, type Caller, sha256Hex, Signer } from '@leakwatch/platform';
import { SUPPORT_NAME } from '@leakwatch/vocabulary';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const ROMASHKA = randomUUID();
let gateway: TestGateway;
let asked: { readonly url: string; readonly caller: Caller }[] = [];

beforeAll(async () => {
  gateway = await openGateway((request, response) => {
    const [body = ''] = String(request.headers[CALLER_HEADER]).split('.');
    asked.push({ url: request.url ?? '', caller: JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  asked = [];
});

const seconds = (ahead: number) => Math.floor(Date.now() / 1000) + ahead;
const working = (until = seconds(ACTING_SECONDS), staff = true) => gateway.openSession(staff, { organisation: ROMASHKA, until });

async function call(session: string, { method, path }: { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string }, shown?: string) {
  const csrf = new Signer(gateway.foundation.settings.LEAKWATCH_SIGNING_KEYS, CSRF_PURPOSE).sign(sha256Hex(session));
  const cookie = `${sessionCookie(false)}=${session}; ${CSRF_COOKIE}=${csrf}`;
  const headers = { cookie, [CSRF_HEADER]: csrf, ...(shown !== undefined && { [ACTING_HEADER]: shown }) };
  const reply = await gateway.inject({ method, url: path, headers, ...(method === 'POST' && { payload: {} }) });
  return `${reply.statusCode} ${reply.json<{ code?: string }>().code ?? ''}`.trim();
}

it('calls for users are those of a user of the organisation, whom its people see as the support', async () => {
  const session = await working();
  expect(await call(session, changeManyStatuses, ROMASHKA)).toBe('200');
  expect(asked[0]?.caller).toMatchObject({
    account: { username: SUPPORT_NAME },
    organisation: ROMASHKA,
    staff: false,
    acting: { until: expect.any(Number) },
  });
});

it('an act is recorded with organisation and member of staff before it is answered, reading once an hour', async () => {
  const session = await working();
  await call(session, changeManyStatuses, ROMASHKA);
  await call(session, listEvents, ROMASHKA);
  await call(session, listEvents, ROMASHKA);
  const records = asked.filter(({ url }) => url === internalStaffAccess.path);
  expect(records).toHaveLength(2);
  expect(records[0]?.caller).toMatchObject({ service: 'gateway', organisation: ROMASHKA, acting: expect.anything() });
  expect(records[0]?.caller.account?.id).toBe(asked[0]?.caller.account?.id);
});

it('calls about the own account are made by the account itself', async () => {
  const session = await working();
  expect(await call(session, listSessions, ROMASHKA)).toBe('200');
  expect(await call(session, endActing, ROMASHKA)).toBe('200');
  for (const { caller } of asked) {
    expect(caller).toMatchObject({ account: { username: 'irina' }, staff: true });
    expect(caller.organisation).not.toBe(ROMASHKA);
    expect(caller).not.toHaveProperty('acting');
  }
});

it('calls of staff, and webhooks, are refused meanwhile', async () => {
  const session = await working();
  expect(await call(session, listProxies, ROMASHKA)).toBe('403 acting_in_organisation');
  expect(await call(session, listWebhooks, ROMASHKA)).toBe('403 acting_in_organisation');
  expect(asked).toEqual([]);
});

it('a page that shows another name than the session works in changes nothing', async () => {
  const session = await working();
  expect(await call(session, changeManyStatuses)).toBe('409 acting_changed');
  expect(await call(session, changeManyStatuses, randomUUID())).toBe('409 acting_changed');
  expect(await call(session, listEvents, randomUUID())).toBe('409 acting_changed');
  const own = await gateway.openSession(true);
  expect(await call(own, changeManyStatuses, ROMASHKA)).toBe('409 acting_changed');
  expect(asked).toEqual([]);
});

it('a link of the page, which sends no header, reads in the organisation’s name', async () => {
  expect(await call(await working(), listEvents)).toBe('200');
  expect(asked[0]?.caller).toMatchObject({ organisation: ROMASHKA, staff: false });
});

it('after its hour the page is refused, and the session is that of staff again', async () => {
  const session = await working(seconds(0));
  expect(await call(session, changeManyStatuses, ROMASHKA)).toBe('409 acting_changed');
  expect(await call(session, listProxies)).toBe('200');
  expect(asked[0]?.caller).toMatchObject({ staff: true });
});

it('is nothing for a session that is not of staff', async () => {
  const session = await working(seconds(60), false);
  expect(await call(session, listEvents)).toBe('200');
  expect(asked[0]?.caller.organisation).not.toBe(ROMASHKA);
});
