import { type Bench, type BenchContext, figure, goal, machineLine, median, table } from '@leakwatch/bench';
import { botToken } from '@leakwatch/local';
import { createLogger, openRedis } from '@leakwatch/platform';
import { asConsole, ask, type Cookies, signIn } from '../src/product/api.ts';
import { PASSWORD, type Product, startProduct } from '../src/product/product.ts';

const SIZES = {
  full: { rounds: 5, logins: 50, quietMs: 4_000 },
  tiny: { rounds: 1, logins: 3, quietMs: 200 },
} as const;
/** As a page that somebody works with asks. */
const GAP_MS = 10;
/** What issue 4 of the project asks for: how much slower another request may get. */
const MOST_RATIO = 3;

const sleep = (ms: number) => new Promise((go) => setTimeout(go, ms));
const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

/** Another person's requests, one after the other, until they are told to end. Gives their times in ms. */
function keepAsking(base: string, cookies: Cookies) {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const started = performance.now();
      const { status } = await ask(base, 'GET', '/api/profile/', { cookies });
      times.push(performance.now() - started);
      if (status !== 200) throw new Error(`the other request was answered ${status}`);
      await sleep(GAP_MS);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return times;
  };
}

async function makeAccounts({ ready }: Product, count: number): Promise<string[]> {
  const staff = await signIn(ready.url, ready.adminEmail, ready.adminPassword);
  const emails = Array.from({ length: count }, (_, at) => `person-${at}@bench.example`);
  for (const [at, email] of emails.entries()) {
    const { status } = await ask(
      ready.url,
      'POST',
      '/api/control/accounts/',
      asConsole(staff, { email, username: `p${at}`, default_password: PASSWORD }),
    );
    if (status >= 300) throw new Error(`no account: ${status}`);
  }
  return emails;
}

async function run(context: BenchContext, product: Product): Promise<void> {
  const { rounds, logins, quietMs } = SIZES[context.size];
  const { url, redisUrl } = product.ready;
  const redis = openRedis(redisUrl, createLogger('bench', 'silent'), 'waits');
  const emails = await makeAccounts(product, logins);
  const other = await signIn(url, product.email, PASSWORD);
  const times = { without: [] as number[], during: [] as number[], login: [] as number[], alone: [] as number[], burst: [] as number[] };
  const logIn = async (login: string, token: string | undefined) => {
    const started = performance.now();
    const { status } = await ask(url, 'POST', '/api/login/', { body: { login, password: PASSWORD, token } });
    if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
    return performance.now() - started;
  };
  for (let round = 0; round < rounds; round += 1) {
    // The throttle is not what is measured, nor is the work for the bot-check.
    const counted = await redis.keys('login:*');
    if (counted.length > 0) await redis.del(counted);
    const tokens: (string | undefined)[] = [];
    for (const _ of emails) tokens.push(await botToken(url));
    times.alone.push(await logIn(emails[0] ?? '', await botToken(url)));
    const quiet = keepAsking(url, other);
    await sleep(quietMs);
    times.without.push(...(await quiet()));
    const busy = keepAsking(url, other);
    const started = performance.now();
    times.login.push(...(await Promise.all(emails.map((email, at) => logIn(email, tokens[at])))));
    times.burst.push(performance.now() - started);
    times.during.push(...(await busy()));
  }
  redis.disconnect();
  const row = (what: string, of: readonly number[]) => [what, String(of.length), figure(median(of)), figure(p95(of))];
  context.print(machineLine());
  context.print(
    table(
      ['what', 'count', 'median ms', 'p95 ms'],
      [
        row('another request, no sign-ins', times.without),
        row(`another request, ${logins} sign-ins at once`, times.during),
        row('a sign-in by itself', times.alone),
        row(`a sign-in among ${logins}`, times.login),
        row(`${logins} sign-ins, all of them`, times.burst),
      ],
    ),
  );
  context.print(goal('p95 of another request, times as long', p95(times.during) / p95(times.without), { most: MOST_RATIO }));
}

/** Whether many sign-ins at once slow the others down: the whole product, real accounts, bot-check solved before. */
export const bench: Bench = {
  name: 'access',
  run: async (context) => {
    const product = await startProduct();
    try {
      await run(context, product);
    } finally {
      await product.stop();
    }
  },
};
