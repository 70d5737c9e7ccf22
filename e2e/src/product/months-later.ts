import type { Ready } from '@leakwatch/local';
import { createLogger, Database, RetentionSchedule, type ServiceRetention } from '@leakwatch/platform';
import { retention as crawlerTables } from '@leakwatch/crawler/retention';
import { retention as eventsTables } from '@leakwatch/events/retention';
import { retention as tasksTables } from '@leakwatch/tasks/retention';
import pg from 'pg';
import { CollectMirrors } from '../../../services/crawler/src/repositories/mirrors/collect-mirrors.ts';
import { PurgeDeletedEvents } from '../../../services/events/src/deletion/purge-deleted-events.ts';

/** Longer than anything that a deletion leaves is kept. */
const LATER = "interval '100 days'";
/** What a deletion leaves is kept from these times on. */
const TIMES = [
  `update tasks.organisation set deleted_at = deleted_at - ${LATER} where organisation_id = $1`,
  `update tasks.task set archived_at = archived_at - ${LATER} where organisation_id = $1`,
  `update tasks.launch set finished_at = finished_at - ${LATER} where organisation_id = $1`,
  `update events.task set events_deleted_at = events_deleted_at - ${LATER} where organisation_id = $1`,
  `update crawler.launch set ended_at = ended_at - ${LATER} where organisation_id = $1`,
  `update crawler.mirror set unused_since = unused_since - ${LATER}
   where id in (select mirror_id from crawler.scan_cohort where organisation_id = $1) and unused_since is not null`,
];

/**
 * Lets a deletion be a hundred days old, and does what the schedules of tens of minutes and of hours do then. What is swept each minute is left to
 * the services.
 */
export async function monthsLater({ databaseUrl, home }: Ready, organisation: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const update of TIMES) await client.query(update, [organisation]);
  await client.end();
  const logger = createLogger('later', 'silent');
  const sweep = (database: Database, service: string, tables: ServiceRetention) =>
    new RetentionSchedule({ database, service, tables, logger }).sweep();
  const inService = async (service: string, work: (database: Database) => Promise<unknown>) => {
    const database = await Database.open({ url: databaseUrl, service, pool: 2 });
    await work(database).finally(() => database.close());
  };
  await inService('events', async (database) => {
    await new PurgeDeletedEvents(database).run();
    await sweep(database, 'events', eventsTables);
  });
  await inService('tasks', (database) => sweep(database, 'tasks', tasksTables));
  await inService('crawler', async (database) => {
    await sweep(database, 'crawler', crawlerTables);
    await new CollectMirrors(database, { LEAKWATCH_HOME: home.path }, logger).run();
    await sweep(database, 'crawler', crawlerTables);
  });
}
