import { type Bench, type BenchContext, figure, goal, interleave, machineLine, ratioOf, table } from '@leakwatch/bench';
import { eventStatistics } from '@leakwatch/contracts';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { type EventStage, OURS, THEIRS, withEvents } from './event-stage.ts';

const SIZES = {
  full: { events: 1_000_000, others: 10_000, linesOfText: 0, rounds: 20 },
  tiny: { events: 600, others: 100, linesOfText: 0, rounds: 2 },
};
/** Counts are kept as events come, so that many events cost what few do. The two are asked alternately; the rest is noise. */
const IN_PROPORTION = 1.5;
/** What the console asks for: under any other filter the events that match are counted (docs/decisions/0039-counted-statistics.md). */
const QUERIES: readonly (readonly [name: string, of: (organisation: string) => string])[] = [
  ['open', () => 'status=open'],
  ['every status', () => 'status=all'],
  ['open, of a task', (organisation) => `status=open&task=0004${organisation.slice(4)}`],
];

async function measure({ size, print, options }: BenchContext, { app, written }: EventStage): Promise<void> {
  const { events, others, rounds } = sizesOf(size, options);
  const ask = async (organisation: string, query: string): Promise<unknown> => {
    const answer = await app.inject({ url: `${eventStatistics.path}?${query}`, headers: callerHeaders(testCaller(organisation)) });
    if (answer.statusCode !== 200) throw new Error(`${query}: ${answer.body}`);
    return answer.json();
  };
  print(`${events} events of one organisation, ${others} of another, written in ${figure(written / 1000)} s\n`);
  const measured = [];
  for (const [name, of] of QUERIES) {
    const contestants = [OURS, THEIRS].map((organisation) => ({
      name,
      group: organisation,
      run: () => ask(organisation, of(organisation)),
    }));
    const [many, few] = await interleave(contestants, rounds);
    if (many !== undefined && few !== undefined) measured.push({ name, many, few, ratio: ratioOf(many, few) });
  }
  const milliseconds = (seconds: number) => figure(seconds * 1000);
  print(
    table(
      ['statistics', `${events} events, median ms`, `${others} events, median ms`, 'in proportion'],
      measured.map(({ name, many, few, ratio }) => [name, milliseconds(many.median), milliseconds(few.median), figure(ratio)]),
    ),
  );
  print(goal('many events in proportion to few', Math.max(...measured.map(({ ratio }) => ratio)), { most: IN_PROPORTION }));
}

const sizesOf = (size: BenchContext['size'], options: BenchContext['options']) => ({
  ...SIZES[size],
  ...(options['events'] !== undefined && { events: Number(options['events']) }),
});

/** The statistics of an organisation with many events beside those of one with few: `events=10000000` for the goal of docs/behaviour/events.md. */
export const bench: Bench = {
  name: 'statistics',
  run: (context) => {
    context.print(machineLine());
    return withEvents(sizesOf(context.size, context.options), (stage) => measure(context, stage));
  },
};
