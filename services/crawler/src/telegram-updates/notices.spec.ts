import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Api, helpers } from 'telegram';
import { type Notice, noticeOf, Notices, UNKNOWN_PTS } from './notices.ts';

const id = helpers.returnBigInt('1001');
const peerId = new Api.PeerChannel({ channelId: id });
const message = new Api.Message({ id: 1, peerId, date: 1, message: 'x' });

const inGroup = new Api.Message({ id: 1, peerId: new Api.PeerChat({ chatId: id }), date: 1, message: 'x' });
const ofPerson = new Api.Message({ id: 1, peerId: new Api.PeerUser({ userId: id }), date: 1, message: 'x' });
const short = new Api.UpdateShortChatMessage({ id: 1, fromId: id, chatId: id, message: 'x', pts: 7, ptsCount: 1, date: 1 });

describe('what an update says', () => {
  test.each<[string, Api.TypeUpdate | Api.TypeUpdates, Notice | null]>([
    ['a new message', new Api.UpdateNewChannelMessage({ message, pts: 7, ptsCount: 1 }), { kind: 'channel', id: '1001', pts: 7 }],
    ['an edit', new Api.UpdateEditChannelMessage({ message, pts: 8, ptsCount: 1 }), { kind: 'channel', id: '1001', pts: 8 }],
    ['a gap in a channel', new Api.UpdateChannelTooLong({ channelId: id, pts: 9 }), { kind: 'channel', id: '1001', pts: 9 }],
    ['one without a number', new Api.UpdateChannelTooLong({ channelId: id }), { kind: 'channel', id: '1001', pts: null }],
    [
      'a message of a small group',
      new Api.UpdateNewMessage({ message: inGroup, pts: 7, ptsCount: 1 }),
      { kind: 'channel', id: '-1001', pts: null },
    ],
    [
      'an edit in a small group',
      new Api.UpdateEditMessage({ message: inGroup, pts: 7, ptsCount: 1 }),
      { kind: 'channel', id: '-1001', pts: null },
    ],
    ['a short message of a small group', short, { kind: 'channel', id: '-1001', pts: null }],
    ['another membership of a small group', new Api.UpdateChat({ chatId: id }), { kind: 'membership', id: '-1001' }],
    ['a message of a person', new Api.UpdateNewMessage({ message: ofPerson, pts: 7, ptsCount: 1 }), null],
    ['a gap', new Api.UpdatesTooLong(), { kind: 'any' }],
    ['another membership', new Api.UpdateChannel({ channelId: id }), { kind: 'membership', id: '1001' }],
    ['a deleted message', new Api.UpdateDeleteChannelMessages({ channelId: id, messages: [1], pts: 9, ptsCount: 1 }), null],
  ])('%s', (_, update, notice) => {
    expect(noticeOf(update)).toEqual(notice);
  });
});

describe('notices', () => {
  test('are one for each channel, with its highest number, however many come', () => {
    const notice = fc.record({
      kind: fc.constant('channel' as const),
      id: fc.constantFrom('1', '2', '3'),
      pts: fc.option(fc.integer({ min: 1, max: 1_000 })),
    });
    fc.assert(
      fc.property(fc.array(notice, { minLength: 1, maxLength: 50 }), (all) => {
        const notices = new Notices();
        for (const one of all) notices.add(one);
        const highest = (of: string) => Math.max(...all.filter((one) => one.id === of).map(({ pts }) => pts ?? UNKNOWN_PTS));
        expect(notices.take()).toEqual({
          channels: new Map([...new Set(all.map((one) => one.id))].map((one) => [one, highest(one)])),
          memberships: [],
          lost: false,
        });
        expect(notices.take()).toBeUndefined();
      }),
    );
  });

  test('of more channels than an account can join count as lost', () => {
    const notices = new Notices();
    for (let n = 0; n <= 1_000; n += 1) notices.add({ kind: 'channel', id: String(n), pts: 1 });
    expect(notices.take()).toEqual({ channels: new Map(), memberships: [], lost: true });
  });
});
