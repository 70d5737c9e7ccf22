import { expect, test } from '@jest/globals';
import { failureOf } from '../source-stage.fixture.ts';
import { PART } from './telegram-limits.ts';
import { ANN, BOB, post, setTelegramStages, type TelegramStage } from './telegram-stage.fixture.ts';

const start = setTelegramStages();
const file = (length: number, dc?: number) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 9)) % 251);
  return { id: 11n, name: 'dump.txt', type: 'text/plain', bytes, ...(dc !== undefined && { dc }) };
};
const asksFor = ({ server }: TelegramStage): number[] =>
  server.requests.filter(({ method }) => method === 'upload.getFile').map(({ request }) => Number(request['offset']));
/** A channel with one file of five parts, the last one short, of which a pass has named the place. */
const named = async (dc?: number) => {
  const stage = await start([post(1, '', { file: file(4 * PART + 1_000, dc) })]);
  const reading = stage.reading();
  await reading.pass({ fetches: false });
  return { stage, frontier: { slices: [], references: reading.named, read: [] } };
};
const OFFSETS = [0, 1, 2, 3, 4].map((part) => part * PART);
const isWhole = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).equals(file(4 * PART + 1_000).bytes);

test.each([
  ['the same account', undefined, undefined],
  ['another account', BOB.phone, undefined],
  ['the same account, of a file at another data centre', undefined, 4],
])('a download that the connection interrupts goes on at the same part, by %s', async (_who, phone, dc) => {
  const { stage, frontier } = await named(dc);
  const first = stage.reading(stage.access(), frontier);
  stage.server.before = ({ request }) => {
    if (request._ !== 'upload.getFile' || Number(request['offset']) !== 2 * PART) return;
    first.access.isUnreachable = true;
    stage.server.cut();
  };
  expect(await failureOf(first.finish(), 'a1b2c3')).toMatchObject({ failure: 'unavailable' });
  await first.access.close();
  const asked = asksFor(stage).length;
  expect(new Set(asksFor(stage))).toEqual(new Set(OFFSETS.slice(0, 3)));
  stage.server.before = () => undefined;
  const second = stage.reading(stage.access(phone), frontier);
  await second.finish();
  expect(asksFor(stage).slice(asked)).toEqual(OFFSETS.slice(2));
  expect(second.documents.map(({ path, bytes }) => [path, isWhole(bytes)])).toEqual([['1/dump.txt', true]]);
  expect(stage.parts.finished).toHaveLength(1);
});

test('a place that expires in the middle is renewed, and no part is asked for again', async () => {
  const { stage, frontier } = await named();
  let expired = 0;
  stage.server.before = ({ request }) => {
    if (request._ === 'upload.getFile' && Number(request['offset']) === 3 * PART && expired++ === 0) stage.server.expireFileReferences();
  };
  const reading = stage.reading(stage.access(), frontier);
  await reading.finish();
  expect(asksFor(stage)).toEqual([...OFFSETS.slice(0, 4), ...OFFSETS.slice(3)]);
  expect(reading.documents.map(({ bytes }) => isWhole(bytes))).toEqual([true]);
});

test('a whole file whose worker died before it was matched is not asked for again', async () => {
  const { stage, frontier } = await named();
  await stage.reading(stage.access(), frontier).finish();
  const again = stage.reading(stage.access(BOB.phone), frontier);
  await again.finish();
  expect(asksFor(stage)).toEqual(OFFSETS);
  expect(again.documents.map(({ bytes }) => isWhole(bytes))).toEqual([true]);
});

test('what is kept counts only where it has the length of its part, and files of one part are not kept', async () => {
  const { stage, frontier } = await named();
  for (const offset of OFFSETS)
    await stage.parts.keep(`telegram 1001 11 ${4 * PART + 1_000}`, offset, new Uint8Array(offset === 0 ? PART - 1 : PART + 1));
  const reading = stage.reading(stage.access(), frontier);
  await reading.finish();
  expect(reading.documents.map(({ bytes }) => isWhole(bytes))).toEqual([true]);
  const small = await start([post(1, '', { file: file(PART) }), post(2, '', { file: { ...file(0), id: 12n } })]);
  const both = small.reading();
  await both.pass();
  expect(both.documents.map(({ bytes }) => bytes?.length)).toEqual([0, PART]);
  expect([small.parts.kept.size, small.parts.finished]).toEqual([0, []]);
});

test('a file that one account may not reach any more waits for another account', async () => {
  const { stage, frontier } = await named();
  for (const { phone } of [ANN, BOB]) stage.channel.join(phone);
  stage.channel.ban(BOB.phone);
  const outside = stage.reading(stage.access(BOB.phone), frontier);
  expect(await failureOf(outside.finish(), 'a1b2c3')).toMatchObject({ failure: 'unavailable' });
  const inside = stage.reading(stage.access(), frontier);
  await inside.finish();
  expect(inside.documents.map(({ bytes }) => isWhole(bytes))).toEqual([true]);
});
