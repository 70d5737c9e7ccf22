import { expect, test } from '@jest/globals';
import { withClock } from '@leakwatch/testing';
import fc from 'fast-check';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { SimulatedTelegramMessage } from '@leakwatch/simulators';
import type { SourceStage } from '../source-stage.fixture.ts';
import { ANN, BOB, post, setTelegramStages, type TelegramStage } from './telegram-stage.fixture.ts';

const start = setTelegramStages();

const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('post' as const), count: fc.integer({ min: 1, max: 130 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), at: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('forget' as const, 'back' as const, 'close' as const, 'open' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('account' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), name: fc.constantFrom('other_name', 'leaks_daily') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/** Telegram names an album by a number that its messages share. */
const ALBUM = 9_000n;
/** One message in five has another shape than a text. */
const FEW_SHAPED = 41;
const fileOf = (number: number) => ({
  id: BigInt(number),
  name: `dump ${number}.sql`,
  type: 'text/plain',
  bytes: Buffer.from(`file ${number}`),
  // Files of a channel are in several data centres.
  dc: number % 2 === 0 ? 2 : 4,
});
/** Messages of every shape: texts, captions of files, files alone, albums, replies with a quotation, forwarded ones, links, those of Telegram itself. */
function shaped(id: number): SimulatedTelegramMessage {
  const shapes: readonly Partial<SimulatedTelegramMessage>[] = [
    {},
    { file: fileOf(id) },
    { text: '', file: fileOf(id) },
    { file: fileOf(id), album: ALBUM + BigInt(Math.floor(id / 10)) },
    { text: '', file: fileOf(id), album: ALBUM + BigInt(Math.floor(id / 10)) },
    { reply: { to: Math.max(1, id - 3), quote: `quoted ${id}` } },
    { forwarded: { name: 'Another channel' }, file: fileOf(id) },
    { links: [`https://dump.example/${id}`] },
    { text: '', isService: true },
  ];
  // Most are texts alone: each file is downloaded.
  return post(id, `message ${id}`, shapes[id % FEW_SHAPED]);
}
type Made = (id: number) => SimulatedTelegramMessage;
/** What is to be read of a message. */
const documentsOf = ({ id, text, reply, links = [], file, isService }: SimulatedTelegramMessage): string[] => {
  if (isService === true) return [];
  const whole = [text, reply?.quote ?? '', ...links].filter((part) => part !== '').join('\n');
  return [
    ...(whole === '' ? [] : [`${id} ${whole}`]),
    ...(file === undefined ? [] : [`${id}/${file.name} ${Buffer.from(file.bytes).toString()}`]),
  ];
};

/** More than the steps of the longest pass: each message and each page is one, and no run has more than 2,200 messages. */
const STEPS_MAX = 5_000;

/** A pass step by step as the runner makes it: a slice that Telegram refuses is left out, a step without a connection is made again. */
async function pass(reading: SourceStage, between: () => void): Promise<void> {
  reading.begin();
  for (let left = STEPS_MAX; ; left -= 1) {
    if (left === 0) throw new Error('the pass does not end');
    between();
    try {
      if (!(await reading.step())) return;
    } catch (error) {
      if (error instanceof UpstreamError && error.failure === 'unavailable') continue;
      if (!(error instanceof UpstreamError)) throw error;
      // The channel is closed to the account: the pass begins again later.
      if (error.failure === 'out_of_reach') return;
      if (error.failure !== 'query_refused') throw error;
      const { slices, ...kept } = reading.frontier;
      reading.frontier = { ...kept, slices: slices.slice(1) };
    }
  }
}

/** Lets it happen. @returns whether the account changes */
function happens(one: Happening, { channel }: TelegramStage, made: Made): boolean {
  const any = (at: number) => channel.messages[at % Math.max(1, channel.messages.length)]?.id;
  if (one.do === 'post') {
    const last = Math.max(0, ...channel.messages.map(({ id }) => id), ...channel.changes.map(({ id }) => id));
    for (let more = 1; more <= one.count; more += 1) channel.post(made(last + more));
  }
  if (one.do === 'edit' || one.do === 'remove') {
    const id = any(one.at);
    const text = `edited ${id} at ${channel.pts}`;
    // Of the text, or of the file that the message has from now on.
    const isOfFile = made === shaped && one.at % 3 === 0;
    if (id !== undefined && one.do === 'edit') channel.edit(id, isOfFile ? { file: fileOf(100_000 + channel.pts) } : { text });
    if (id !== undefined && one.do === 'remove') channel.remove(id);
  }
  if (one.do === 'forget') channel.forgottenBefore = Math.max(channel.forgottenBefore, channel.pts);
  // Numbers are given again from here on, so differences stay too long until the end, after 'forget' too.
  if (one.do === 'back')
    Object.assign(channel, { pts: Math.max(1, channel.pts - 40), changes: [], forgottenBefore: Number.MAX_SAFE_INTEGER });
  if (one.do === 'close' || one.do === 'open') channel.isPrivate = one.do === 'close';
  if (one.do === 'rename') channel.username = one.name;
  return one.do === 'account';
}

// Files are downloaded one by one, so there are fewer messages.
test.each([
  { what: 'text', made: (id: number) => post(id), most: 330, numRuns: 60 },
  { what: 'text and file', made: shaped, most: 130, numRuns: 5 },
])(
  'whatever happens between requests and passes, every $what of a message is read in its last version, and each version once',
  async ({ made, most, numRuns }) => {
    const happenings = fc.array(fc.record({ after: fc.integer({ min: 0, max: 6 }), one: happening }), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(fc.nat(most), happenings, async (count, list) => {
        const stage = await start(Array.from({ length: count }, (_, at) => made(at + 1)));
        const read = new Map<string, number>();
        let [phone, frontier, reading] = [ANN.phone, stage.reading().frontier, stage.reading()];
        const rest = [...list];
        let wait = rest[0]?.after ?? 0;
        const between = () => {
          while (wait === 0 && rest.length > 0) {
            const next = rest.shift();
            if (next !== undefined && happens(next.one, stage, made)) phone = phone === ANN.phone ? BOB.phone : ANN.phone;
            wait = rest[0]?.after ?? 0;
          }
          wait -= 1;
        };
        const onePass = async () => {
          reading = stage.reading(stage.access(phone), frontier);
          await pass(reading, between);
          for (const { path, bytes } of reading.documents) {
            const one = `${path} ${Buffer.from(bytes ?? []).toString()}`;
            read.set(one, (read.get(one) ?? 0) + 1);
          }
          frontier = reading.frontier;
        };
        while (rest.length > 0) await onePass();
        Object.assign(stage.channel, { isPrivate: false, username: 'leaks_daily' });
        if (stage.channel.forgottenBefore > stage.channel.pts) {
          // With the number that was read last, the answer would be that nothing changed.
          if (JSON.stringify(frontier).includes(`"pts":${stage.channel.pts},`)) stage.channel.pts += 1;
          stage.channel.forgottenBefore = stage.channel.pts;
        }
        // A channel that was closed is looked for by its name after some hours.
        await withClock(24 * 60, onePass);
        await onePass();
        expect([...read].filter(([, times]) => times > 1)).toEqual([]);
        expect(stage.channel.messages.flatMap(documentsOf).filter((one) => !read.has(one))).toEqual([]);
      }),
      { numRuns },
    );
  },
);
