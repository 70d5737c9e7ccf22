import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '@leakwatch/local';
import pg from 'pg';

/** Messages of each partition that come again. */
const AGAIN = 50;
/** Launches follow each other, so a scan begins within seconds. */
const SCAN_MS = 20_000;
/** Longer than the lock of a job and than the silence after which a launch is queued again. */
const PAST_THE_LOCK_MS = 45_000;

/**
 * Every consumer gets its last messages again, as from Kafka when it dies between its transaction and the commit of its offset. PostgreSQL as
 * the bus never does that.
 */
export async function redeliver(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query(
      `update bus.consumer c set position = coalesce((
         select m.position from bus.message m where m.topic = c.topic and m.partition = c.partition and m.position <= c.position
         order by m.position desc offset $1 limit 1), 0)`,
      [AGAIN],
    );
  });
}

/**
 * Records each mark of a mirror that goes back. Only a worker that writes after another one took its work over can set one back: what was
 * scanned is scanned again then.
 */
export async function watchMarks(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query(`
      create schema faults;
      create table faults.mark (cohort uuid not null, from_ordinal bigint not null, to_ordinal bigint not null);
      create function faults.record_mark() returns trigger language plpgsql security definer as $$
      begin
        insert into faults.mark values (old.id, old.ordinal, new.ordinal);
        return null;
      end $$;
      create trigger mark_goes_back after update on crawler.scan_cohort for each row
        when (new.ordinal < old.ordinal) execute function faults.record_mark();`);
  });
}

/** Marks that went back, one line for each. */
export async function marksThatWentBack(databaseUrl: string): Promise<readonly string[]> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ cohort: string; from_ordinal: string; to_ordinal: string }>('select * from faults.mark');
    return rows.map(({ cohort, from_ordinal: from, to_ordinal: to }) => `cohort ${cohort}: from ${from} to ${to}`);
  });
}

/**
 * Pauses a crawler when a scan has begun and before it commits, for so long that another one takes the work over. Which of the two has the scan
 * cannot be seen, so both stop, and one goes on.
 * @param grow plants more, so that the other one gets further
 */
export async function pauseInScan(databaseUrl: string, services: Services, paused: 1 | 2, grow: () => void): Promise<void> {
  const pids = [1, 2].map((replica) => services.pid('crawler', replica)).filter((pid) => pid !== undefined);
  const signal = (name: 'SIGSTOP' | 'SIGCONT', some = pids) => {
    for (const pid of some) process.kill(pid, name);
  };
  grow();
  await onDatabase(databaseUrl, async (client) => {
    const taken = async () => (await client.query<{ sum: string }>('select coalesce(sum(epoch), 0) as sum from crawler.scan_cohort')).rows[0]?.sum;
    const before = await taken();
    for (const deadline = Date.now() + SCAN_MS; (await taken()) === before && Date.now() < deadline; );
    signal('SIGSTOP');
  });
  const held = services.pid('crawler', paused);
  signal(
    'SIGCONT',
    pids.filter((pid) => pid !== held),
  );
  await sleep(PAST_THE_LOCK_MS / 2);
  grow();
  await sleep(PAST_THE_LOCK_MS / 2);
  signal('SIGCONT');
}

async function onDatabase<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
