import pg from 'pg';
import { median } from './rounds.ts';
import { figure, goal, table } from './table.ts';

const WORST_RATIO = 1.5;
const PERCENT = 0.95;

/** A page of a list, and how it is asked for. */
export interface AskedPage {
  readonly name: string;
  readonly ask: () => Promise<void>;
}

interface Measuring {
  readonly pages: readonly AskedPage[];
  /** Of the database's owner. */
  readonly client: pg.Client;
  /** The role of the service and the settings of the scope in which it reads: the policies of row-level security hold for the bare statements too. */
  readonly role: string;
  readonly scope: Readonly<Record<string, string>>;
  /** Names the pages in the goals. */
  readonly what: string;
  /** Within how many milliseconds 95 of 100 answers of each page must be. */
  readonly withinMs: number;
  readonly rounds: number;
  /** Rounds before those that count, while code is compiled and statements of both contestants are cached. */
  readonly warmUp: number;
  readonly print: (line: string) => void;
}

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
    if (typeof text === 'string' && /^\s*(select|with|set local) /.test(text) && !text.includes('set_config'))
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
async function bare({ client, role, scope }: Measuring, statements: readonly Statement[]): Promise<void> {
  await client.query('begin');
  await client.query(`set local role ${role}`);
  const settings = Object.entries(scope);
  const set = settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  await client.query(`select ${set.join(', ')}`, settings.flat());
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

/** Measures pages beside the statements that they send, alternately, and prints a table and whether the goals are met. */
export async function measurePages(measuring: Measuring): Promise<void> {
  const { pages, rounds, warmUp, what, withinMs, print } = measuring;
  // The pages share most of their code: the first one must not be the only one that runs before it is compiled.
  for (let round = 0; round < warmUp; round += 1) for (const { ask } of pages) await ask();
  const rows: string[][] = [];
  let [slowest, worst] = [0, 0];
  for (const { name, ask } of pages) {
    const statements = await statementsOf(ask);
    if (statements.length === 0) throw new Error(`${name} sent no statement`);
    const [service, sql]: [number[], number[]] = [[], []];
    for (let round = -warmUp; round < rounds; round += 1) {
      const [asked, done] = [await timed(ask), await timed(() => bare(measuring, statements))];
      // PostgreSQL's caches and those of the statements are warm for both.
      if (round < 0) continue;
      service.push(asked);
      sql.push(done);
    }
    const ratio = median(service.map((took, round) => took / (sql[round] ?? Number.NaN)));
    [slowest, worst] = [Math.max(slowest, p95(service)), Math.max(worst, ratio)];
    rows.push([name, figure(median(service)), figure(p95(service)), figure(median(sql)), figure(ratio)]);
  }
  print(table(['page, filter', 'median ms', '95 of 100 within, ms', 'bare SQL, median ms', 'in proportion'], rows));
  print(goal(`${what}, the slowest, 95 of 100 within, ms`, slowest, { most: withinMs }));
  print(goal(`${what}, the largest proportion to the bare SQL`, worst, { most: WORST_RATIO }));
}
