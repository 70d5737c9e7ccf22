import { type Bench, type BenchContext, figure, goal, machineLine, median, table } from '@leakwatch/bench';
import { roleOf } from '@leakwatch/platform';
import { callerHeaders, testCaller, withStack } from '@leakwatch/testing';
import pg from 'pg';
import { openTestAdmin, type TestAdmin } from '../src/fixtures/person.fixture.ts';
import { fillStaffTables, type Sizes } from './fill-staff-tables.ts';

interface Rounds {
  readonly rounds: number;
  /** Rounds before those that count, while code is compiled and statements of both contestants are cached. */
  readonly warmUp: number;
}

const SIZES = {
  full: { organisations: 10_000, accounts: 100_000, proxies: 100_000, records: 1_000_000, rounds: 200, warmUp: 200 },
  tiny: { organisations: 20, accounts: 200, proxies: 200, records: 500, rounds: 3, warmUp: 1 },
} as const satisfies Record<string, Sizes & Rounds>;
const WORST_MS = 100;
const WORST_RATIO = 1.5;
const PERCENT = 0.95;

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The statements that the service sends while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  const recording = function (this: pg.Client, ...args: unknown[]): unknown {
    const [text, values] = args;
    if (typeof text === 'string' && /^(select|with) /.test(text) && !text.includes('set_config'))
      sent.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, args);
  };
  Object.defineProperty(pg.Client.prototype, 'query', { value: recording, configurable: true, writable: true });
  try {
    await work();
  } finally {
    Object.defineProperty(pg.Client.prototype, 'query', { value: query, configurable: true, writable: true });
  }
  return sent;
}

/** The same statements under the same role and policies, without the service. */
async function bare(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  await client.query('begin');
  await client.query(`set local role ${roleOf('admin')}`);
  await client.query(`select set_config('leakwatch.scope', 'staff', true)`);
  for (const { text, values } of statements) await client.query(text, values);
  await client.query('commit');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const p95 = (times: readonly number[]) =>
  times.toSorted((left, right) => left - right)[Math.ceil(times.length * PERCENT) - 1] ?? Number.NaN;

async function measure({ size, print }: BenchContext, admin: TestAdmin, client: pg.Client): Promise<void> {
  const { rounds, warmUp, ...sizes } = SIZES[size];
  const { organisation, email, day } = await fillStaffTables(client, sizes);
  const page = 'limit=10&offset=0';
  // The gateway asks for organisations as a service; every other page is a call of staff.
  const asGateway = testCaller(null, { service: 'gateway', staff: true });
  const pages: readonly (readonly [name: string, url: string])[] = [
    ['organisations', `/internal/organisations/?${page}`],
    ['organisations, name', `/internal/organisations/?${page}&name=ab1`],
    ['accounts', `/api/control/accounts/?${page}`],
    ['accounts, organisation', `/api/control/accounts/?${page}&company=${organisation}`],
    ['accounts, e-mail', `/api/control/accounts/?${page}&email=user99`],
    ['accounts, last name', `/api/control/accounts/?${page}&last_name=last77`],
    ['proxies', `/api/control/proxies/?${page}`],
    ['proxies, organisation', `/api/control/proxies/?${page}&company=${organisation}`],
    ['proxies, state', `/api/control/proxies/?${page}&state=blocked`],
    ['audit', '/api/control/audit/?limit=50'],
    ['audit, organisation', `/api/control/audit/?limit=50&organisation=${organisation}`],
    ['audit, person', `/api/control/audit/?limit=50&person=${encodeURIComponent(email)}`],
    ['audit, kind', '/api/control/audit/?limit=50&kind=organisation_changed'],
    ['audit, until a day', `/api/control/audit/?limit=50&to=${day.toISOString()}`],
    ['audit, text', '/api/control/audit/?limit=50&text=192.0.2.7'],
  ];
  const asking = pages.map(([name, url]) => {
    const headers = callerHeaders(url.startsWith('/internal/') ? asGateway : testCaller(null, { staff: true }));
    const ask = async () => {
      const answer = await admin.app.inject({ url, headers });
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    };
    return { name, ask };
  });
  // The pages share most of their code: the first one must not be the only one that runs before it is compiled.
  for (let round = 0; round < warmUp; round += 1) for (const { ask } of asking) await ask();
  const rows: string[][] = [];
  let [slowest, worst] = [0, 0];
  for (const { name, ask } of asking) {
    const statements = await statementsOf(ask);
    await bare(client, statements);
    const [service, sql]: [number[], number[]] = [[], []];
    for (let round = -warmUp; round < rounds; round += 1) {
      const [asked, done] = [await timed(ask), await timed(() => bare(client, statements))];
      // PostgreSQL's caches and those of the statements are warm for both.
      if (round < 0) continue;
      service.push(asked);
      sql.push(done);
    }
    const ratio = median(service.map((took, round) => took / (sql[round] ?? Number.NaN)));
    [slowest, worst] = [Math.max(slowest, p95(service)), Math.max(worst, ratio)];
    rows.push([name, figure(median(service)), figure(p95(service)), figure(median(sql)), figure(ratio)]);
  }
  print(
    `\nFirst pages over ${sizes.organisations} organisations, ${sizes.accounts} accounts, ${sizes.proxies} proxies, ${sizes.records} records\n`,
  );
  print(table(['page, filter', 'median ms', '95 of 100 within, ms', 'bare SQL, median ms', 'in proportion'], rows));
  print(goal('the slowest page, 95 of 100 within, ms', slowest, { most: WORST_MS }));
  print(goal('the largest proportion to the bare SQL', worst, { most: WORST_RATIO }));
}

/** The first page of each table of staff under each filter, beside the statements that it sends. */
export const bench: Bench = {
  name: 'staff-tables',
  run: (context) =>
    withStack(async () => {
      const admin = await openTestAdmin();
      const client = new pg.Client({ connectionString: admin.env['DATABASE_URL'] });
      await client.connect();
      try {
        context.print(machineLine());
        await measure(context, admin, client);
      } finally {
        await client.end();
        await admin.close();
      }
    }),
};
