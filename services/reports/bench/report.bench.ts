import { readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { type Bench, type BenchContext, figure, machineLine, median, table } from '@leakwatch/bench';
import { waitUntil, withStack } from '@leakwatch/testing';
import { startReportProcesses } from '../src/making/report-processes.fixture.ts';

const EVENTS = { full: 100_000, tiny: 1_500 };
const MADE_MS = 600_000;
const ASKED_BEFORE = 20;
/** Between two looks at the list; in milliseconds. Closer together they would be the load themselves. */
const LOOK_MS = 500;

/** The most memory that a process has held, in MB. */
function peakOf(child: ChildProcess): string {
  const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid ?? 'self'}/status`, 'utf8'));
  return figure(Number(found?.[1] ?? 0) / 1024);
}

type Processes = Awaited<ReturnType<typeof startReportProcesses>>;

/** Milliseconds of each look at the list, until `done`. */
async function looks(processes: Processes, done: (count: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!done(times.length)) {
    const from = performance.now();
    await processes.listEvents();
    times.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return times;
}

const slowest = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

async function measure({ size, print }: BenchContext, processes: Processes): Promise<void> {
  const events = await processes.start('events');
  const reports = await processes.start('reports');
  try {
    const before = await looks(processes, (count) => count === ASKED_BEFORE);
    const [eventsIdle, reportsIdle] = [peakOf(events), peakOf(reports)];
    const from = performance.now();
    await processes.ask();
    let made = false;
    const meanwhile = looks(processes, () => made);
    await waitUntil('the report', async () => (await processes.report())?.report_status === 'ready', MADE_MS);
    const seconds = (performance.now() - from) / 1000;
    made = true;
    const during = await meanwhile;
    print(`\nA report of ${EVENTS[size]} events: ${figure(seconds)} s\n`);
    print(
      table(
        ['', 'before', 'while it is made'],
        [
          ['peak memory of the reports service, MB', reportsIdle, peakOf(reports)],
          ['peak memory of the events service, MB', eventsIdle, peakOf(events)],
          ['the list of events, median, ms', figure(median(before)), figure(median(during))],
          ['the list of events, 95 of 100 within, ms', figure(slowest(before)), figure(slowest(during))],
        ],
      ),
    );
  } finally {
    await processes.end(reports, 'SIGTERM');
    await processes.end(events, 'SIGTERM');
  }
}

/** How long a large report takes, what memory it holds, and what who looks at the list meanwhile notices. Linux alone. */
export const bench: Bench = {
  name: 'report',
  run: (context) =>
    withStack(async () => {
      context.print(machineLine());
      const processes = await startReportProcesses(EVENTS[context.size]);
      try {
        await measure(context, processes);
      } finally {
        await processes.close();
      }
    }),
};
