import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, type BenchContext, figure, goal, machineLine, median, sourceText, table } from '@leakwatch/bench';
import { newId, rows, sql } from '@leakwatch/platform';
import { waitUntil, withStack } from '@leakwatch/testing';
import { UnitStage, wordPattern } from '../src/units/testing/unit-stage.fixture.ts';
import { slowSource, startFetching, UNITS_AT_ONCE } from './fetching.ts';

/**
 * A multiple of what two processes have in hand: a last round in which places stay empty would count as time that a second process
 * cannot save.
 */
const UNITS = 14 * UNITS_AT_ONCE;
const SIZES = { full: { units: UNITS, each: 20, rounds: 3 }, tiny: { units: 4, each: 3, rounds: 1 } } as const;
/** What an upstream takes for an answer over a proxy, in milliseconds. */
const ANSWER_MS = 600;
const DOCUMENT_BYTES = 8_000;
/** A unit in so many has a document that is found. */
const FOUND_ONE_IN = 5;
/** Of the services in deploy/docker/Dockerfile. */
const MEMORY_FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=192'];

interface Upstream {
  readonly origin: string;
  /** The most requests that were under way at once. */
  most: number;
  readonly close: () => Promise<void>;
}

async function startUpstream(each: number, milliseconds: number): Promise<Upstream> {
  const text = sourceText(DOCUMENT_BYTES);
  let underWay = 0;
  const upstream = { origin: '', most: 0, close: async () => undefined };
  const server = createServer((request, response) => {
    const [, kind, name = ''] = (request.url ?? '').split('/');
    underWay += 1;
    upstream.most = Math.max(upstream.most, underWay);
    setTimeout(() => {
      underWay -= 1;
      if (kind === 'list') return response.end(Array.from({ length: each }, (_, at) => `${name}.${at}`).join('\n'));
      const [unit = '', at] = name.split('.');
      const isFound = at === '0' && Number(/\d+$/.exec(unit)?.[0]) % FOUND_ONE_IN === 0;
      return response.end(isFound ? Buffer.concat([text, Buffer.from(`\n${unit}\n`)]) : text);
    }, milliseconds);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return Object.assign(upstream, {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Asks for every unit and waits until all are read. Returns seconds. */
async function readAll(stage: UnitStage, origin: string, units: number): Promise<number> {
  const source = slowSource(origin);
  const patterns = Array.from({ length: units }, (_, at) => wordPattern(`searchedword${at}`));
  const began = performance.now();
  await stage.launch(source, await stage.save(source, { task_id: newId(), patterns }));
  const left = () => stage.inScope((em) => rows(em, sql`select from crawler.unit where wanted_at is not null limit 1`));
  while ((await left()).length > 0) await sleep(50);
  return (performance.now() - began) / 1000;
}

async function start(stage: UnitStage, origin: string): Promise<ChildProcess> {
  const child = fork(new URL('./fetches.thread.js', import.meta.url), [JSON.stringify({ env: stage.env, origin })], {
    execArgv: ['--disable-warning=ExperimentalWarning', ...MEMORY_FLAGS],
  });
  await once(child, 'message');
  return child;
}

/** Returns the most memory that the process had, in MB. */
async function end(child: ChildProcess): Promise<number> {
  child.send('end');
  const [kilobytes]: unknown[] = await once(child, 'message');
  await once(child, 'exit');
  return Number(kilobytes) / 1024;
}

async function inProcesses({ print, size }: BenchContext, stage: UnitStage, upstream: Upstream): Promise<void> {
  const { units, each, rounds } = SIZES[size];
  const seconds: [number[], number[]] = [[], []];
  const memory: number[] = [];
  let atOnce = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const count of [1, 2] as const) {
      await stage.empty();
      upstream.most = 0;
      const children = await Promise.all(Array.from({ length: count }, () => start(stage, upstream.origin)));
      seconds[count - 1]?.push(await readAll(stage, upstream.origin, units));
      if (count === 1) atOnce = Math.max(atOnce, upstream.most);
      memory.push(...(await Promise.all(children.map(end))));
    }
  const [one, two] = seconds.map(median);
  if (one === undefined || two === undefined) return;
  const gain = median(seconds[0].map((alone, round) => alone / (seconds[1][round] ?? Number.NaN)));
  print(
    table(
      [`${units * each} documents of ${DOCUMENT_BYTES} bytes, answers after ${ANSWER_MS} ms`, 's', 'documents a second'],
      [
        ['one process', figure(one), figure((units * each) / one)],
        ['two processes', figure(two), figure((units * each) / two)],
      ],
    ),
  );
  print(goal('fetches of one process at once', atOnce, { least: 50 }));
  print(goal('MB of a process at most', Math.max(...memory), { most: 300 }));
  print(goal('throughput of two processes in proportion to one', gain, { least: 1.8 }));
}

/** In one process, as in tests. */
async function here(stage: UnitStage, { print, size }: BenchContext, upstream: Upstream): Promise<void> {
  const { units } = SIZES[size];
  const fetching = await startFetching(stage.foundation, slowSource(upstream.origin));
  await readAll(stage, upstream.origin, units);
  await fetching.close();
  await waitUntil('findings', async () => (await stage.findings()).length > 0);
  print(`${(await stage.findings()).length} documents of ${units} units were found`);
}

/** How many documents crawler processes fetch at once, with how much memory, where the upstream is slow and has no limit. */
export const bench: Bench = {
  name: 'fetches',
  run: (context) =>
    withStack(async () => {
      context.print(machineLine());
      const stage = await UnitStage.open();
      const upstream = await startUpstream(SIZES[context.size].each, context.size === 'tiny' ? 5 : ANSWER_MS);
      try {
        await (context.size === 'tiny' ? here(stage, context, upstream) : inProcesses(context, stage, upstream));
      } finally {
        await upstream.close();
        await stage.close();
      }
    }),
};
