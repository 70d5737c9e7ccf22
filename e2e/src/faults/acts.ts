import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '@leakwatch/local';
import pg from 'pg';

/** Messages of each partition that come again. */
const AGAIN = 50;
/** A scan of this many documents has begun, and commits several times before it ends. */
const AHEAD = 400;
/** Launches follow each other, so a scan begins within seconds. */
const SCAN_MS = 30_000;
/** Longer than the lease of a scan and the lock of a job, and than the silence after which a launch is queued again. */
const PAST_THE_LOCK_MS = 45_000;
/** Within this time the crawler that goes on shows whether the scan is its own. */
const SHOWS_MS = 3_000;
const TRIES = 6;

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

/** Documents that the scans which hold a pass now are still to read. */
const REST = `
  select coalesce(max((select count(*) from crawler.blob b where b.mirror_id = s.mirror_id and b.ordinal > c.ordinal)), 0) as rest
  from crawler.mirror_pass s join crawler.scan_cohort c on c.pass_id = s.id`;

/**
 * Pauses the crawler that has a scan between two of its commits, for so long that the other one takes the work over. Which of the two has it
 * is not written anywhere: both stop, one goes on, and where nothing more is committed then, the paused one has the scan.
 * @param grow plants so much that its scan takes several commits
 * @returns whether a scan was paused
 */
export async function pauseInScan(databaseUrl: string, services: Services, grow: () => void): Promise<boolean> {
  const pids = [1, 2].flatMap((replica) => services.pid('crawler', replica) ?? []);
  const signal = (name: 'SIGSTOP' | 'SIGCONT', some = pids) => {
    for (const pid of some) process.kill(pid, name);
  };
  return onDatabase(databaseUrl, async (client) => {
    const rest = async () => Number((await client.query<{ rest: string }>(REST)).rows[0]?.rest);
    for (let tries = 0; tries < TRIES; tries += 1) {
      grow();
      for (const deadline = Date.now() + SCAN_MS; (await rest()) < AHEAD && Date.now() < deadline; );
      signal('SIGSTOP');
      const before = await rest();
      const paused = pids[tries % pids.length];
      signal(
        'SIGCONT',
        pids.filter((pid) => pid !== paused),
      );
      await sleep(SHOWS_MS);
      const isPaused = before > 0 && (await rest()) === before;
      if (isPaused) await sleep(PAST_THE_LOCK_MS);
      signal('SIGCONT');
      if (isPaused) return true;
    }
    return false;
  });
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
