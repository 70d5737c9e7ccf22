import { expect, test } from '@jest/globals';
import { SimulatedTelegramChannel, SimulatedTelegramGroup, type SimulatedTelegramMessage } from '@leakwatch/simulators';
import { failureOf } from '../source-stage.fixture.ts';
import { channelState } from './telegram-state.ts';
import { ANN, BOB, INVITATION, post, posts, setTelegramStages, type TelegramStage } from './telegram-stage.fixture.ts';

const start = setTelegramStages();
const request = { name: INVITATION };
const file = { id: 9n, name: 'dump.sql', type: 'application/sql', bytes: Buffer.from('a secret in a file') };
/** A pass that does not end fails the test. */
const BOUNDED = { steps: 1_000 };
const IVAN = { id: 77n, name: 'Ivan' };

async function begin(messages: readonly SimulatedTelegramMessage[], members = [ANN, BOB]) {
  const group = new SimulatedTelegramGroup(1_001n, 'A small group', messages);
  group.invites.set(INVITATION.slice(1), 'open');
  for (const { phone } of members) group.members.add(phone);
  return { group, stage: await start([], { isPrivate: true, groups: [group] }) };
}
const sent = ({ server }: TelegramStage) => server.requests.map(({ method }) => method).filter((method) => method !== 'help.getConfig');
const texts = (reading: ReturnType<TelegramStage['reading']>) => reading.documents.map(({ bytes }) => Buffer.from(bytes ?? []).toString());

test('a small group is read by a member: its past in pages, then what came, with one request where that is little', async () => {
  const { group, stage } = await begin([...posts(249), post(250, 'a caption', { from: IVAN, file })]);
  const reading = stage.reading();
  await reading.pass(BOUNDED);
  expect(texts(reading).toSorted()).toEqual([...posts(249).map(({ text }) => text), 'a caption', 'a secret in a file'].toSorted());
  const { container } = reading.documents[0]?.reference ?? {};
  expect(container).toEqual({ key: '-1001', title: 'A small group', url: `https://t.me/${INVITATION}`, owner: INVITATION });
  const found = reading.documents.find(({ path }) => path.endsWith('/dump.sql'));
  expect(found).toMatchObject({
    path: expect.stringMatching(/^2023-11-14T22:17:30Z-[0-9a-f]{12}\/dump\.sql$/),
    commit: { author: 'Ivan' },
  });
  expect(found?.urlAt(1)).toBe(`https://t.me/${INVITATION}`);

  const [before, documents] = [sent(stage).length, reading.documents.length];
  await reading.pass(BOUNDED);
  expect([sent(stage).slice(before), reading.documents.length]).toEqual([['messages.getHistory'], documents]);
  for (let id = 251; id <= 480; id += 1) group.post(post(id));
  group.edit(479, 'an edited secret');
  await reading.pass(BOUNDED);
  expect(texts(reading).slice(documents)).toHaveLength(230);
  expect(texts(reading)).toContain('an edited secret');
});

test('a pass that ends in the middle of what came loses nothing of it', async () => {
  const { group, stage } = await begin(posts(3));
  const reading = stage.reading();
  await reading.pass(BOUNDED);
  for (let id = 4; id <= 260; id += 1) group.post(post(id));
  reading.begin();
  await reading.step();
  const again = stage.reading(stage.access(), { ...reading.frontier, slices: [] });
  await again.pass(BOUNDED);
  await again.pass(BOUNDED);
  expect(new Set([...texts(reading), ...texts(again)]).size).toBe(260);
});

test('another member, who has other numbers for the messages, goes on and reads nothing twice', async () => {
  const { group, stage } = await begin(posts(120));
  const first = stage.reading();
  await first.pass(BOUNDED);
  expect(stage.source.accountsFor(request, first.frontier.state)).toEqual({ among: [ANN.phone], without: [] });
  group.remove(ANN.phone);
  group.post(post(121, 'new'));
  first.begin();
  await first.step();
  expect(stage.source.accountsFor(request, first.frontier.state)).toEqual({ among: [], without: [ANN.phone] });
  const second = stage.reading(stage.access(BOB.phone), first.frontier);
  await second.finish(BOUNDED);
  expect(texts(second).filter((text) => !texts(first).includes(text))).toEqual(['new']);
  expect(second.documents).toHaveLength(1);
  expect(channelState.parse(second.frontier.state)).toMatchObject({ reader: BOB.phone, members: [BOB.phone] });
});

test('a file is located anew by the account that listed it', async () => {
  const { stage } = await begin([post(1, '', { file })]);
  const reading = stage.reading();
  reading.begin();
  for (const _ of ['open', 'its message', 'nothing before it']) await reading.step();
  stage.server.expireFileReferences();
  await reading.finish(BOUNDED);
  expect(texts(reading)).toEqual(['a secret in a file']);
  expect(sent(stage)).toContain('messages.getMessages');
});

test('messages of one moment with equal texts and other links are documents of their own', async () => {
  const linked = (id: number, link: string) => post(id, 'Download', { date: 1_700_000_000, from: IVAN, links: [link] });
  const { stage } = await begin([linked(1, 'https://a.example/dump'), linked(2, 'https://b.example/dump')]);
  const reading = stage.reading();
  await reading.pass(BOUNDED);
  expect(new Set(reading.named.map(({ key }) => key)).size).toBe(2);
  expect(new Set(reading.documents.map(({ path }) => path)).size).toBe(1);
  expect(texts(reading)).toEqual(['Download\nhttps://b.example/dump', 'Download\nhttps://a.example/dump']);
});

test('a group that was upgraded is read under its new id from then on', async () => {
  const { group, stage } = await begin(posts(2));
  const reading = stage.reading();
  await reading.pass(BOUNDED);
  const channel = new SimulatedTelegramChannel(2_002n, '', 'A large group', [post(1, 'in the large group')], true);
  channel.members.add(ANN.phone);
  stage.server.channels.push(channel);
  group.upgraded = channel;
  await reading.pass(BOUNDED);
  expect(texts(reading)).toEqual(['message 2', 'message 1', 'in the large group']);
  expect(channelState.parse(reading.frontier.state).channel.id).toBe('2002');
  channel.post(post(2, 'later'));
  await reading.pass(BOUNDED);
  expect(texts(reading).at(-1)).toBe('later');
});

/** Upgrades a small group, which keeps its messages. */
function upgrade({ group, stage }: Awaited<ReturnType<typeof begin>>): void {
  const channel = new SimulatedTelegramChannel(2_002n, '', 'A large group', [post(1, 'in the large group')], true);
  channel.members.add(ANN.phone);
  stage.server.channels.push(channel);
  group.upgraded = channel;
}

test('what came to a group between its last reading and its upgrade is read, before the large group', async () => {
  const begun = await begin(posts(2));
  const reading = begun.stage.reading();
  await reading.pass(BOUNDED);
  for (let id = 3; id <= 130; id += 1) begun.group.post(post(id, `before the upgrade ${id}`));
  upgrade(begun);
  await reading.pass(BOUNDED);
  expect(texts(reading).toSorted()).toEqual(
    [
      'message 1',
      'message 2',
      'in the large group',
      ...posts(130).flatMap(({ id }) => (id > 2 ? [`before the upgrade ${id}`] : [])),
    ].toSorted(),
  );
  expect(channelState.parse(reading.frontier.state).channel.id).toBe('2002');
});

test('what was said before the upgrade is read where the large group is read from its beginning, by an account that was there', async () => {
  const begun = await begin(posts(130), [ANN]);
  upgrade(begun);
  begun.group.upgraded?.join(BOB.phone);
  const reading = begun.stage.reading();
  await reading.pass(BOUNDED);
  expect(texts(reading).toSorted()).toEqual(['in the large group', ...posts(130).map(({ text }) => text)].toSorted());
  expect(channelState.parse(reading.frontier.state).channel.id).toBe('2002');
  begun.group.upgraded?.post(post(2, 'later'));
  await reading.pass(BOUNDED);
  expect([texts(reading).at(-1), texts(reading).length]).toEqual(['later', 132]);
  // One that came later reads the large group alone.
  const newcomer = begun.stage.reading(begun.stage.access(BOB.phone));
  await newcomer.pass(BOUNDED);
  expect(texts(newcomer)).toEqual(['later', 'in the large group']);
});

test.each([1, 2, 3, 4])('a group that is upgraded in the middle of its past, after %i requests, is read to its end', async (requests) => {
  const begun = await begin(posts(230));
  const reading = begun.stage.reading();
  reading.begin();
  // A pass that is interrupted, and begins again.
  for (let step = 0; step < requests; step += 1) await reading.step();
  begun.group.post(post(231));
  upgrade(begun);
  if (requests % 2 === 0) reading.begin();
  await reading.finish(BOUNDED);
  expect(texts(reading).toSorted()).toEqual(['in the large group', ...posts(231).map(({ text }) => text)].toSorted());
  expect(channelState.parse(reading.frontier.state).channel.id).toBe('2002');
});

test('a removed member counts as one that is not, and an invitation to a group can expire', async () => {
  const { group, stage } = await begin(posts(2), [ANN]);
  const outside = stage.reading(stage.access(BOB.phone));
  outside.begin();
  await outside.step();
  expect(stage.source.accountsFor(request, outside.frontier.state)).toEqual({ among: [], without: [BOB.phone] });
  group.invites.set(INVITATION.slice(1), 'expired');
  const late = stage.reading();
  late.begin();
  expect(await failureOf(late.finish(), 'a1b2c3')).toMatchObject({ failure: 'out_of_reach', code: 'invite_expired' });
});
