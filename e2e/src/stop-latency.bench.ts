// node dist/stop-latency.js [rounds], after node deploy/bundle.mjs: how long after a stop no worker has anything of the task
// any more. Every round a crawl that is in the middle of a history is stopped through the API.
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeLeakyHistory } from './product/leaky-history.ts';
import { startProduct } from './product/product.ts';

/** Long enough that a stop finds the crawl in the middle. */
const FILES = 40_000;
const POLL_MS = 10;
const rounds = Number(process.argv[2] ?? 30);

const product = await startProduct();
const database = new pg.Client({ connectionString: product.ready.databaseUrl });
await database.connect();
makeLeakyHistory(join(dirname(product.sample.directory), 'long.git'), FILES);

const ask = async (statement: string, task: string): Promise<boolean> => (await database.query(statement, [task])).rowCount !== 0;
const isAtWork = (task: string) =>
  ask("select 1 from tasks.task_source where task_id = $1 and state = 'running' and progress between 1 and 90", task);
const isHeld = (task: string) =>
  ask(
    `select 1 from tasks.launch where task_id = $1 and state in ('waiting', 'released', 'cancelling')
     union all select 1 from crawler.mirror_use where task_id = $1 and leased_until > now()`,
    task,
  );

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(POLL_MS);
}

const times: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const task = await product.startTask('long.git', `stopped ${round}`);
  await until(() => isAtWork(task));
  const begun = performance.now();
  await product.user.post(`/api/tasks/${task}/stop/`);
  await until(async () => !(await isHeld(task)));
  times.push(performance.now() - begun);
}
await database.end();
await product.stop();

const sorted = times.toSorted((x, y) => x - y);
const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0);
process.stdout.write(`${rounds} stops: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms\n`);
process.exit(0);
