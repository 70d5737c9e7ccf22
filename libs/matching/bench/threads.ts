import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type BenchContext, figure, goal, interleave, keywords, median, ratioOf, sourceText, table } from '@leakwatch/bench';
import { compilePatterns } from '@leakwatch/matching';
import { asPatterns } from './found.ts';
import type { ThreadAnswer, ThreadData } from './thread-messages.ts';

const BYTES = 16_000_000;
const GOALS: readonly (readonly [words: number, least: number])[] = [
  [10_000, 1.7],
  [50_000, 1.4],
];

async function ask(worker: Worker): Promise<ThreadAnswer> {
  worker.postMessage('go');
  const [answer]: ThreadAnswer[] = await once(worker, 'message');
  if (answer === undefined) throw new Error('the thread answered nothing');
  return answer;
}

/** The same work by one thread and by two at a time; processor time shows what the threads cost each other in memory and caches. */
async function measure(threads: readonly [Worker, Worker]) {
  const cpu = { one: [] as number[], two: [] as number[] };
  const [one, two] = await interleave([
    {
      name: 'one',
      run: async () => {
        const answer = await ask(threads[0]);
        cpu.one.push(answer.cpuSeconds);
        return answer.found;
      },
    },
    {
      name: 'two',
      run: async () => {
        const answers = await Promise.all(threads.map(ask));
        cpu.two.push(...answers.map(({ cpuSeconds }) => cpuSeconds));
        return answers[0]?.found;
      },
    },
  ]);
  return { one, two, cpuGain: (2 * median(cpu.one)) / median(cpu.two) };
}

/** Two threads that read the same text over one table, beside one: 2 where a second core does as much as the first. */
export async function benchThreads({ print }: BenchContext): Promise<void> {
  const rows: string[][] = [];
  const goals: string[] = [];
  for (const [count, least] of GOALS) {
    const words = keywords(count);
    const source = sourceText(BYTES, { planted: words });
    const text = new Uint8Array(new SharedArrayBuffer(source.length));
    text.set(source);
    const workerData: ThreadData = { shared: compilePatterns(asPatterns('deep', words)).shared, text };
    const program = new URL('./matcher.thread.js', import.meta.url);
    const threads: readonly [Worker, Worker] = [new Worker(program, { workerData }), new Worker(program, { workerData })];
    const { one, two, cpuGain } = await measure(threads);
    await Promise.all(threads.map((thread) => thread.terminate()));
    if (one === undefined || two === undefined) continue;
    const gain = 2 / ratioOf(two, one);
    const speed = (seconds: number, busy: number) => figure((busy * source.length) / 1e6 / seconds);
    rows.push([String(count), speed(one.median, 1), speed(two.median, 2), figure(gain), figure(cpuGain)]);
    goals.push(
      goal(`two threads in proportion to one at ${count} words, wall time`, gain, { least }),
      goal(`the same by processor time, which other programs on the machine do not shrink`, cpuGain, { least }),
    );
  }
  print('\nThreads over one shared table, source text\n');
  print(table(['words', 'one thread MB/s', 'two threads MB/s', 'gain', 'gain by processor time'], rows));
  print(`\n${goals.join('\n')}`);
}
