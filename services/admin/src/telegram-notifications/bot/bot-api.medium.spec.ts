import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { startTelegramBotApi, type TelegramBotApi } from '@leakwatch/simulators';
import { BotApi, BotFault } from './bot-api.ts';

let server: TelegramBotApi;
let api: BotApi;
beforeAll(async () => {
  server = await startTelegramBotApi();
  api = new BotApi(server.url, server.token);
});
afterAll(() => server.close());

async function faultOf(call: Promise<unknown>): Promise<BotFault> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof BotFault)) throw new Error(`no fault: ${inspect(error)}`);
  return error;
}
const signal = () => AbortSignal.timeout(20_000);

describe('the Bot API', () => {
  it('returns the bot and its updates, and accepts messages', async () => {
    expect(await api.me()).toEqual({ id: 4242424242, username: server.username });
    const update = server.say({ id: 7, first_name: 'Irina' }, '/start');
    expect(await api.updates(0, signal())).toMatchObject([{ update_id: update, message: { text: '/start' } }]);
    await api.send(7, 'Hello');
    expect(server.sent.at(-1)).toEqual({ chat_id: 7, text: 'Hello' });
  });

  it('a poll ends when an update comes, or when it is aborted', async () => {
    const next = server.say({ id: 7, first_name: 'Irina' }, 'first') + 1;
    const waiting = api.updates(next, signal());
    setTimeout(() => server.say({ id: 7, first_name: 'Irina' }, 'second'), 50);
    expect(await waiting).toMatchObject([{ message: { text: 'second' } }]);
    const stop = new AbortController();
    const off = faultOf(api.updates(next + 1, stop.signal));
    setTimeout(() => stop.abort(), 50);
    expect((await off).kind).toBe('unavailable');
  });

  it('distinguishes kinds of failures', async () => {
    server.behaviour = { kind: 'limited', seconds: 17, method: 'sendMessage' };
    expect(await faultOf(api.send(7, 'x'))).toMatchObject({ kind: 'limited', retryAfter: 17 });
    server.behaviour = { kind: 'webhook' };
    expect((await faultOf(api.updates(0, signal()))).kind).toBe('conflict');
    server.behaviour = { kind: 'plain' };
    expect((await faultOf(new BotApi(server.url, '1:wrong').me())).kind).toBe('refused');
    server.block({ id: 8, first_name: 'B' }, true);
    expect((await faultOf(api.send(8, 'x'))).kind).toBe('chat_closed');
    expect((await faultOf(api.send(0, 'x'))).kind).toBe('chat_closed');
    expect((await faultOf(api.send(7, ''))).kind).toBe('unavailable');
    for (const kind of ['down', 'broken_json', 'telling'] as const) {
      server.behaviour = { kind };
      expect((await faultOf(api.me())).kind).toBe('unavailable');
    }
    server.behaviour = { kind: 'plain' };
  });

  it('never reveals the token, which is part of every address', async () => {
    const elsewhere = await startTelegramBotApi();
    const faults = [
      await faultOf(new BotApi('http://127.0.0.1:1', server.token).me()),
      await faultOf(new BotApi('http://nowhere.invalid', server.token).me()),
      await faultOf(new BotApi('http://[', server.token).me()),
    ];
    for (const behaviour of [
      { kind: 'telling' },
      { kind: 'down' },
      { kind: 'broken_json' },
      { kind: 'redirect', to: elsewhere.url },
      { kind: 'limited', seconds: 1, method: 'getMe' },
    ] as const) {
      server.behaviour = behaviour;
      faults.push(await faultOf(api.me()));
    }
    server.behaviour = { kind: 'plain' };
    // Everything of an error that a log could print: message, stack, causes, own fields.
    for (const fault of faults) expect(inspect(fault, { depth: 10, showHidden: true })).not.toMatch(/simulated_token/);
    expect(faults.at(3)?.message).toContain('/bot***/getMe');
    expect(elsewhere.calls).toHaveLength(0);
    await elsewhere.close();
  });
});
