import { expect, test } from '@jest/globals';
import { SimulatedTelegramChannel } from '@leakwatch/simulators';
import { withClock } from '@leakwatch/testing';
import { failureOf, type SourceStage } from '../source-stage.fixture.ts';
import { CLOSED_SECONDS, NAME_SECONDS } from './telegram-limits.ts';
import { ANN, BOB, NAME, post, posts, setTelegramStages, type TelegramStage } from './telegram-stage.fixture.ts';

const start = setTelegramStages();
const later = <T>(work: () => Promise<T>): Promise<T> => withClock(NAME_SECONDS / 60, work);
const texts = (reading: SourceStage) => reading.documents.map(({ bytes }) => Buffer.from(bytes ?? []).toString()).sort();
const resolved = ({ server }: TelegramStage) => server.requests.filter(({ method }) => method === 'contacts.resolveUsername').length;
/** The name of the stage's channel is another one's. */
const give = ({ server, channel }: TelegramStage, username: string, name = NAME): SimulatedTelegramChannel => {
  channel.username = username;
  const other = new SimulatedTelegramChannel(2_002n, name, 'Leaks, again', [post(1, 'of another'), post(2, 'and more')]);
  server.channels.push(other);
  return other;
};

test('a channel that was closed and opened anew under its name is read, by an account that knew the old one', async () => {
  const stage = await start([post(1, 'first')]);
  const reading = stage.reading();
  await reading.pass();
  stage.channel.isPrivate = true;
  give(stage, '');
  await later(() => reading.pass());
  expect(texts(reading)).toEqual(['and more', 'first', 'of another']);
});

test('a name that another channel has got is followed, whatever becomes of the one that had it', async () => {
  const stage = await start([post(1, 'first')]);
  const reading = stage.reading();
  await reading.pass();
  const other = give(stage, 'leaks_old', 'Leaks_Daily');
  await later(() => reading.pass());
  other.post(post(3, 'new'));
  await reading.pass();
  expect(texts(reading)).toEqual(['and more', 'first', 'new', 'of another']);
});

test('a channel whose name was given to one that is closed is read on, and the other one once it is open', async () => {
  const stage = await start([post(1, 'first')]);
  const reading = stage.reading();
  await reading.pass();
  const other = give(stage, 'leaks_old');
  other.isPrivate = true;
  stage.channel.post(post(2, 'second'));
  await later(() => reading.pass());
  expect(texts(reading)).toEqual(['first', 'second']);
  stage.channel.isPrivate = true;
  await later(async () => {
    expect(await failureOf(reading.pass(), 'a1b2c3')).toMatchObject({ failure: 'out_of_reach', code: 'no_member' });
  });
  other.isPrivate = false;
  await withClock(NAME_SECONDS / 30, () => reading.pass());
  expect(texts(reading)).toEqual(['and more', 'first', 'of another', 'second']);
});

test('what opened the channel that had the name before is not used for another account', async () => {
  const stage = await start([post(1, 'first')]);
  const ann = stage.reading();
  await ann.pass();
  const bob = stage.reading(stage.access(BOB.phone), ann.frontier);
  const other = give(stage, 'leaks_old');
  await bob.pass();
  other.post(post(3, 'new'));
  const again = stage.reading(stage.access(), bob.frontier);
  await again.pass();
  expect(texts(again)).toEqual(['new']);
});

test('a renamed channel whose name is nobody’s is read on, and its name is asked for seldom', async () => {
  const stage = await start(posts(3));
  const reading = stage.reading();
  await reading.pass();
  stage.channel.username = 'leaks_two';
  stage.channel.post(post(4));
  await later(async () => {
    for (let pass = 0; pass < 3; pass += 1) await reading.pass();
  });
  expect([reading.documents.length, resolved(stage)]).toEqual([4, 2]);
});

test('a channel is read on where the account may ask for no more names', async () => {
  const stage = await start(posts(3));
  const reading = stage.reading();
  await reading.pass();
  stage.channel.username = 'leaks_two';
  stage.channel.post(post(4));
  reading.access.exhausted.set('resolve', 54_000);
  await later(() => reading.pass());
  expect(reading.documents).toHaveLength(4);
});

test('a channel that is closed for a while goes on from the same change, and is looked for once', async () => {
  const stage = await start(posts(3));
  const reading = stage.reading();
  await reading.pass();
  stage.channel.isPrivate = true;
  stage.channel.post(post(4));
  stage.channel.edit(2, { text: 'edited' });
  await later(async () => {
    for (let pass = 0; pass < 3; pass += 1)
      expect(await failureOf(reading.pass(), 'a1b2c3')).toMatchObject({ failure: 'out_of_reach', code: 'no_member' });
    stage.channel.isPrivate = false;
  });
  await withClock((NAME_SECONDS + CLOSED_SECONDS) / 60 + 1, () => reading.pass());
  expect([texts(reading).slice(0, 1), reading.documents.length, resolved(stage)]).toEqual([['edited'], 5, 2]);
});

test.each(['back', 'to nothing'])('a number of changes that goes %s is no end: what came is read, and the pass says so', async (way) => {
  const stage = await start(posts(30));
  const reading = stage.reading();
  await reading.pass();
  stage.channel.post(post(31));
  stage.channel.edit(7, { text: 'edited' });
  Object.assign(stage.channel, { pts: way === 'back' ? 5 : 1, changes: [] });
  await reading.pass();
  expect(texts(reading)).toEqual(expect.arrayContaining(['message 31', 'edited']));
  expect(reading.answers.some(({ incomplete }) => incomplete === true)).toBe(true);
  stage.channel.post(post(32));
  await reading.pass();
  expect(reading.documents).toHaveLength(33);
});

test('a channel that is closed to one account is read on by another one that has joined it', async () => {
  const stage = await start(posts(3));
  stage.channel.members.add(BOB.phone);
  const [ann, request] = [stage.reading(), { name: NAME }];
  await ann.pass();
  stage.channel.isPrivate = true;
  stage.channel.post(post(4, 'new'));
  ann.begin();
  expect(await failureOf(ann.finish(), 'a1b2c3')).toMatchObject({ code: 'no_member' });
  expect(stage.source.accountsFor(request, ann.frontier.state)).toMatchObject({ without: [ANN.phone] });
  const bob = stage.reading(stage.access(BOB.phone), ann.frontier);
  await bob.finish();
  expect(texts(bob)).toEqual(['new']);
  expect(stage.source.accountsFor(request, bob.frontier.state)).toEqual({ among: [BOB.phone], without: [ANN.phone] });
  // Whoever was thrown out of a public channel does not keep others from it, whether or not they have joined.
  stage.channel.isPrivate = false;
  expect(await withClock(CLOSED_SECONDS / 60 + 1, async () => stage.source.accountsFor(request, bob.frontier.state))).toBeUndefined();
});
