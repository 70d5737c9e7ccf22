import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { type AnswerOf, getSettings, internalEventCounts, internalIdentity, internalTaskCounts, sessionCookie } from '@leakwatch/contracts';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const IDENTITY: AnswerOf<typeof internalIdentity> = {
  ...{ user_id: randomUUID(), username: 'irina', roles: { authenticated: true }, is_staff: false, locale: 'ru', intro: false },
  ...{ organisation: null, change_password: false, acting_until: null, notifications: 3 },
};
/** Less than the ten seconds after which a service counts as away. */
const SOON_MS = 8_000;

let gateway: TestGateway | undefined;
afterEach(() => gateway?.close());

it(
  'the frame of the console does not wait for the badges of a service that hangs',
  async () => {
    const answers: Readonly<Record<string, object>> = { [internalIdentity.path]: IDENTITY, [internalTaskCounts.path]: { tasks: 4 } };
    const services: RequestListener = ({ url = '' }, response) => {
      const answer = answers[url];
      if (url !== internalEventCounts.path) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
    gateway = await openGateway(services);
    const headers = { cookie: `${sessionCookie(false)}=${await gateway.openSession()}` };
    const { counts, username } = (await gateway.inject({ method: 'GET', url: getSettings.path, headers })).json<
      AnswerOf<typeof getSettings>
    >();
    expect({ counts, username }).toEqual({ counts: { tasks: 4, events: 0, rules: 0, notifications: 3 }, username: 'irina' });
  },
  SOON_MS,
);
