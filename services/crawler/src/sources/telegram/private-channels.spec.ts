import { describe, expect, test } from '@jest/globals';
import { failureOf } from '../source-stage.fixture.ts';
import { OUTSIDER_SECONDS } from './telegram-limits.ts';
import { channelState, channelWays } from './telegram-state.ts';
import { ANN, BOB, INVITATION, post, posts, setTelegramStages, type TelegramStage } from './telegram-stage.fixture.ts';

const start = setTelegramStages();
const sent = ({ server }: TelegramStage) =>
  server.requests.flatMap(({ method, phone }) => (method === 'help.getConfig' ? [] : [`${method} ${phone === BOB.phone ? 'bob' : 'ann'}`]));
const request = { name: INVITATION };

describe('a private channel', () => {
  test('is looked for by an account that has not joined it once, and is read by one that has', async () => {
    const stage = await start([post(7, 'a secret'), post(8)], { isPrivate: true });
    stage.channel.members.add(BOB.phone);
    const outside = stage.reading();
    outside.begin();
    await outside.step();
    expect(outside.answers).toMatchObject([{ references: [], more: [{ kind: 'open' }] }]);
    const { state } = outside.frontier;
    expect(stage.source.accountsFor(request, state)).toEqual({ among: [], without: [ANN.phone] });

    const inside = stage.reading(stage.access(BOB.phone), outside.frontier);
    await inside.finish();
    expect(sent(stage)).toEqual([
      'messages.checkChatInvite ann',
      'messages.checkChatInvite bob',
      'channels.getFullChannel bob',
      'messages.getHistory bob',
      'messages.getHistory bob',
    ]);
    expect(stage.source.accountsFor(request, inside.frontier.state)).toEqual({ among: [BOB.phone], without: [ANN.phone] });
    const [, document] = inside.documents;
    expect(document?.urlAt(1)).toBe('https://t.me/c/1001/7');
    expect(document?.reference.container).toEqual({ key: '1001', title: 'Leaks, daily', url: 'https://t.me/c/1001', owner: INVITATION });
    // Nobody joined.
    expect([...stage.channel.members]).toEqual([BOB.phone]);
  });

  test('is looked for again by the others after a time', async () => {
    const stage = await start(posts(1), { isPrivate: true });
    const outside = stage.reading();
    outside.begin();
    await outside.step();
    const ways = channelWays.parse(outside.frontier.state);
    const at = ways.outsiders[ANN.phone] ?? 0;
    const later = { ...ways, outsiders: { [ANN.phone]: at - OUTSIDER_SECONDS - 1 } };
    expect(stage.source.accountsFor(request, later)).toEqual({ among: [], without: [] });
  });

  test('goes on with another member where one was removed, from the same change', async () => {
    const stage = await start(posts(3), { isPrivate: true });
    for (const { phone } of [ANN, BOB]) stage.channel.members.add(phone);
    const first = stage.reading();
    await first.pass();
    stage.channel.post(post(4, 'new'));
    stage.channel.members.delete(ANN.phone);
    first.begin();
    await first.step();
    expect(stage.source.accountsFor(request, first.frontier.state)).toEqual({ among: [], without: [ANN.phone] });
    const second = stage.reading(stage.access(BOB.phone), first.frontier);
    await second.finish();
    expect(second.documents.map(({ path }) => path)).toEqual(['4']);
  });

  test('keeps who is a member when it is read from its beginning again', async () => {
    const stage = await start(posts(3), { isPrivate: true });
    stage.channel.members.add(ANN.phone);
    const reading = stage.reading();
    await reading.pass();
    const kept = stage.source.kept(reading.frontier.state);
    expect(channelState.safeParse(kept).success).toBe(false);
    expect(stage.source.accountsFor(request, kept)).toEqual({ among: [ANN.phone], without: [] });
    expect(stage.source.plan(request, kept)).toEqual([{ kind: 'open' }]);
  });

  test.each([
    ['invite_expired', undefined, (stage: TelegramStage) => stage.channel.invites.set(INVITATION.slice(1), 'expired')],
    ['invite_invalid', 'INVITE_HASH_INVALID', (stage: TelegramStage) => stage.channel.invites.clear()],
  ] as const)('%s is said', async (code, text, prepare) => {
    const stage = await start(posts(1), { isPrivate: true });
    prepare(stage);
    const reading = stage.reading();
    reading.begin();
    expect(await failureOf(reading.finish(), 'a1b2c3')).toMatchObject({ failure: 'out_of_reach', code, text });
  });

  test('is read by a member where another account was thrown out, to which Telegram says that the invitation has expired', async () => {
    const stage = await start(posts(1), { isPrivate: true });
    stage.channel.members.add(BOB.phone);
    stage.channel.ban(ANN.phone);
    const outside = stage.reading();
    outside.begin();
    expect(await failureOf(outside.finish(), 'a1b2c3')).toMatchObject({ code: 'invite_expired' });
    const inside = stage.reading(stage.access(BOB.phone), outside.frontier);
    await inside.finish();
    expect(inside.documents.map(({ path }) => path)).toEqual(['1']);
    // The invitation is good: it is this account that may not read.
    expect(stage.source.accountsFor(request, inside.frontier.state)).toEqual({ among: [BOB.phone], without: [ANN.phone] });
  });

  test('goes on with a member when its invitation has expired', async () => {
    const stage = await start(posts(1), { isPrivate: true });
    stage.channel.members.add(ANN.phone);
    const reading = stage.reading();
    await reading.pass();
    stage.channel.invites.set(INVITATION.slice(1), 'expired');
    stage.channel.post(post(2));
    await reading.pass();
    expect(reading.documents.map(({ path }) => path)).toEqual(['1', '2']);
  });

  test('is read from its beginning again by a member, for a new pattern, when its invitation has expired', async () => {
    const stage = await start(posts(2), { isPrivate: true });
    stage.channel.members.add(ANN.phone);
    const reading = stage.reading();
    await reading.pass();
    stage.channel.invites.set(INVITATION.slice(1), 'expired');
    const kept = { slices: [], references: [], read: [], state: stage.source.kept(reading.frontier.state) };
    const again = stage.reading(stage.access(), kept);
    await again.pass();
    expect(again.documents.map(({ path }) => path).toSorted()).toEqual(['1', '2']);
    expect(sent(stage).filter((one) => one.startsWith('messages.checkChatInvite'))).toHaveLength(1);
  });
});
