import { setTimeout as sleep } from 'node:timers/promises';
import { type Bus, createLogger, databaseSettings, loadSettings, openBus } from '@leakwatch/platform';
import pg from 'pg';

/** For each thing that is waited for: what takes longer counts as lost. */
const WAIT_MS = 180_000;
const LOOK_MS = 500;

const TASKS_WITHOUT_LAUNCH = `
  select count(*) as value from tasks.task t
  where not exists (select from tasks.launch l where l.task_id = t.id and l.state = 'done' and l.created > $1::timestamptz)`;

export interface Look {
  /** Waits for it. Returns false, and says so, when it does not come. */
  readonly until: (what: string, look: () => Promise<boolean>) => Promise<boolean>;
  readonly count: (query: string, values?: readonly unknown[]) => Promise<number>;
  readonly now: () => Promise<string>;
  readonly bus: Bus;
}

export async function lookIntoStores<T>(databaseUrl: string, say: (line: string) => void, work: (look: Look) => Promise<T>): Promise<T> {
  const bus = await openBus(loadSettings(databaseSettings, { DATABASE_URL: databaseUrl }), createLogger('faults', 'silent'));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const one = async (query: string, values: readonly unknown[] = []) =>
    (await client.query<{ value: string }>(query, [...values])).rows[0]?.value;
  const until: Look['until'] = async (what, look) => {
    const deadline = Date.now() + WAIT_MS;
    while (!(await look())) {
      if (Date.now() > deadline) {
        say(`not reached in ${WAIT_MS / 1000} s: ${what}`);
        return false;
      }
      await sleep(LOOK_MS);
    }
    return true;
  };
  try {
    return await work({
      until,
      count: async (query, values) => Number(await one(query, values)),
      now: async () => String(await one('select now()::text as value')),
      bus,
    });
  } finally {
    await client.end();
    await bus.close();
  }
}

/** Waits until every task was read to its end once. */
export const firstLaunches = ({ until, count }: Look): Promise<boolean> =>
  until('a first launch of each task', async () => (await count(TASKS_WITHOUT_LAUNCH, ['-infinity'])) === 0);

/** Waits until every leak is an event, every launch that was added after that is done, and no message waits. Returns false when it does not come. */
export async function drain({ until, count, now, bus }: Look, planted: number): Promise<boolean> {
  const arrived = await until(
    'as many events as leaks',
    async () => (await count('select count(*) as value from events.event')) >= planted,
  );
  if (!arrived) return false;
  const since = await now();
  return (
    (await until('a whole launch of each task', async () => (await count(TASKS_WITHOUT_LAUNCH, [since])) === 0)) &&
    (await until('no message waits', async () => (await waiting(bus)) === 0))
  );
}

/** Records of the audit trail about revealed events. */
export const revealsInTrail = ({ count }: Look): Promise<number> =>
  count("select count(*) as value from admin.audit where kind = 'secret_revealed'");

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const waiting = async (bus: Bus) => sum(await Promise.all((await bus.groups()).map((group) => bus.lag(group))));

export async function deadLetters({ bus }: Look): Promise<readonly string[]> {
  const letters = await Promise.all((await bus.groups()).map((group) => bus.deadLetters(group)));
  return letters.flat().map(({ group, topic, reason }) => `${group}, ${topic}: ${reason}`);
}
