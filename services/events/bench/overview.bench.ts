import { type Bench, type BenchContext, figure, goal, machineLine, median, table } from '@leakwatch/bench';
import { eventOverview } from '@leakwatch/contracts';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { type EventStage, OURS, p95, timed, withEvents } from './event-stage.ts';

const SIZES = {
  full: { events: 1_000_000, others: 200_000, linesOfText: 0, rounds: 40 },
  tiny: { events: 600, others: 100, linesOfText: 0, rounds: 2 },
};
const WORST_MS = 200;

/** The same numbers from the rows, as the owner, without row-level security. */
const COUNTED = `select severity, date_trunc('day', created), container_title, author, task_id, count(*) from events.event
  where organisation_id = $1 and status = 'open' group by grouping sets ((severity, date_trunc('day', created)), (container_title), (author), (task_id))`;

async function measure({ size, print }: BenchContext, { app, client, written }: EventStage): Promise<void> {
  const { events, others, rounds } = SIZES[size];
  print(`${events} events of one organisation among ${events + others}, written in ${figure(written / 1000)} s, row-level security up`);
  const rows: string[][] = [];
  let slowest = 0;
  for (const days of [30, 365]) {
    const ask = async () => {
      const answer = await app.inject({ url: `${eventOverview.path}?days=${days}`, headers: callerHeaders(testCaller(OURS)) });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const shown = eventOverview.answer.parse(answer.json());
      if (shown.open !== events / 2) throw new Error(`${shown.open} open events instead of ${events / 2}`);
    };
    await ask();
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timed(ask));
    slowest = Math.max(slowest, p95(times));
    rows.push([`overview, ${days} days`, figure(median(times)), figure(p95(times))]);
  }
  const counted: number[] = [];
  for (let round = 0; round < 3; round += 1) counted.push(await timed(() => client.query(COUNTED, [OURS])));
  rows.push(['the same counts from the rows', figure(median(counted)), figure(p95(counted))]);
  print(table(['answer', 'median ms', '95 of 100 within, ms'], rows));
  print(goal('the overview, 95 of 100 within, ms', slowest, { most: WORST_MS }));
}

/** The overview of a large organisation, beside counting its rows. */
export const bench: Bench = {
  name: 'overview',
  run: (context) => {
    context.print(machineLine());
    return withEvents(SIZES[context.size], (stage) => measure(context, stage));
  },
};
