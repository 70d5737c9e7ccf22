import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answerRecipient } from '@leakwatch/contracts';
import { CALLER_HEADER, CallerSigner } from '@leakwatch/platform';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const CODE = 'a'.repeat(43);
const FORM = 'List-Unsubscribe=One-Click';
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

let gateway: TestGateway;
const told: { readonly url: string; readonly body: unknown; readonly caller: ReturnType<CallerSigner['open']> }[] = [];
beforeAll(async () => {
  gateway = await openGateway((request, response) => {
    const { method = '', url = '' } = request;
    const signer = new CallerSigner(gateway.foundation.settings.LEAKWATCH_SIGNING_KEYS);
    const caller = signer.open(request.headers[CALLER_HEADER]?.toString(), { service: 'admin', method, url });
    void text(request).then((body) => {
      told.push({ url, body: JSON.parse(body === '' ? 'null' : body), caller });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
  });
});
afterAll(() => gateway?.close());
beforeEach(() => void told.splice(0));

const post = (payload: string, headers: Record<string, string> = URLENCODED, code = CODE) =>
  gateway.inject({ method: 'POST', url: `/mails?code=${code}`, headers, payload });

describe('the address in List-Unsubscribe', () => {
  it('stops the mails when a mail program posts the form, without a session', async () => {
    expect((await post(FORM)).statusCode).toBe(200);
    expect(told).toMatchObject([
      { url: answerRecipient.path, body: { code: CODE, wanted: false }, caller: { account: null, staff: false } },
    ]);
  });

  it('does so for a form in parts, and whatever cookie comes along', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect((await post(part, { 'content-type': 'multipart/form-data; boundary=b' })).statusCode).toBe(200);
    const cookie = `leakwatch_session=${await gateway.openSession(true)}`;
    expect((await post(FORM, { ...URLENCODED, cookie })).statusCode).toBe(200);
    expect(told.map(({ caller }) => caller.account)).toEqual([null, null]);
  });

  it('decides nothing when it is opened, as programs that check mails do', async () => {
    for (const method of ['GET', 'HEAD'] as const)
      await gateway.inject({ method, url: `/mails?code=${CODE}`, headers: { accept: 'text/html' } });
    expect(told).toEqual([]);
  });

  it('refuses what is no such form, and a code of another shape', async () => {
    for (const answer of [
      await post(''),
      await post('wanted=false'),
      await post(FORM, URLENCODED, 'x'.repeat(5_000)),
      await post(FORM, URLENCODED, ''),
    ])
      expect(answer.statusCode).toBe(400);
    expect(told).toEqual([]);
  });
});
