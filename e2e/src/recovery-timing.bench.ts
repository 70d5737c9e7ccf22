// node dist/recovery-timing.js [pairs], after node deploy/bundle.mjs: whether the time of POST /api/recovery/ tells a known
// e-mail from an unknown one. Interleaved pairs in random order; a rank test (Mann-Whitney, normal approximation).
import { botToken } from '@leakwatch/local';
import { createLogger, openRedis } from '@leakwatch/platform';
import { ask } from './product/api.ts';
import { startProduct } from './product/product.ts';

const WARM_UP = 20;
const pairs = Number(process.argv[2] ?? 500);

/** Two-sided p of the hypothesis that both come from one distribution. */
function rankTest(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, first: true })), ...b.map((value) => ({ value, first: false }))].sort(
    (x, y) => x.value - y.value,
  );
  const ranks = all.reduce((sum, { first }, at) => sum + (first ? at + 1 : 0), 0);
  const u = ranks - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * (1 - normal(Math.abs((u - mean) / deviation)));
}

/** The normal distribution, by Abramowitz and Stegun 26.2.17; good to 7 digits. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

const median = (values: readonly number[]) => values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? 0;

const product = await startProduct();
const redis = openRedis(product.ready.redisUrl, createLogger('bench', 'silent'), 'waits');
const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
const emails = { known: product.email, unknown: 'nobody@romashka.example' };

async function measure(who: 'known' | 'unknown', keep: boolean): Promise<void> {
  // Neither is slowed down: what is counted is the same for both, and would end the measuring.
  const counted = await redis.keys('rate:recovery*');
  if (counted.length > 0) await redis.del(counted);
  const token = await botToken(product.ready.url);
  const started = performance.now();
  const { status } = await ask(product.ready.url, 'POST', '/api/recovery/', { body: { email: emails[who], token } });
  const took = performance.now() - started;
  if (status !== 200) throw new Error(`answered ${status}`);
  if (keep) times[who].push(took);
}

for (let pair = -WARM_UP; pair < pairs; pair += 1) {
  const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
  for (const who of order) await measure(who, pair >= 0);
}
redis.disconnect();
await product.stop();
const said = { pairs, known_ms: median(times.known), unknown_ms: median(times.unknown), p: rankTest(times.known, times.unknown) };
process.stdout.write(`${JSON.stringify(said)}\n`);
process.exit(0);
