import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { changeManyStatuses, CSRF_COOKIE, CSRF_HEADER, CSRF_PURPOSE, internalStaffAccess, sessionCookie } from '@leakwatch/contracts';
import { createLogger, openRedis, sha256Hex, Signer, TOUCHED_HEADER, writeTouched } from '@leakwatch/platform';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const ORGANISATIONS = Array.from({ length: 30_001 }, () => randomUUID());

let gateway: TestGateway;
let noted = '';
const reported: (readonly string[])[] = [];
beforeAll(async () => {
  gateway = await openGateway((request, response) => {
    const end = () => response.writeHead(200, { 'content-type': 'application/json', [TOUCHED_HEADER]: noted }).end('{"ok":true}');
    if (request.url !== internalStaffAccess.path) return void end();
    void json(request).then((body) => {
      reported.push(internalStaffAccess.body.parse(body).organisations);
      end();
    });
  });
  const redis = openRedis(gateway.foundation.settings.REDIS_URL, createLogger('test', 'silent'), 'waits');
  noted = await writeTouched(redis, ORGANISATIONS);
  redis.disconnect();
});
afterAll(() => gateway.close());

it('a change of staff over any number of organisations is reported whole', async () => {
  const session = await gateway.openSession(true);
  const csrf = new Signer(gateway.foundation.settings.LEAKWATCH_SIGNING_KEYS, CSRF_PURPOSE).sign(sha256Hex(session));
  const headers = { cookie: `${sessionCookie(false)}=${session}; ${CSRF_COOKIE}=${csrf}`, [CSRF_HEADER]: csrf };
  const reply = await gateway.inject({ method: changeManyStatuses.method, url: changeManyStatuses.path, headers, payload: {} });
  expect(reply.statusCode).toBe(200);
  expect(reported.flat().toSorted()).toEqual(ORGANISATIONS.toSorted());
  // Each within the largest body that admin takes of a service.
  expect(Math.max(...reported.map((page) => JSON.stringify(page).length))).toBeLessThan(1024 * 1024);
});
