import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { storageUseV1 } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  CONSUMER,
  Database,
  LOGGER,
  type Logger,
  outgoing,
  row,
  rows,
  Schedule,
  type SqlEntityManager,
  sql,
} from '@leakwatch/platform';

/** The quota of an organisation is compared with its use about this often. */
const PAUSE_MS = 5_000;
/** Changes of one transaction; a batch of the intake writes one for each of its organisations. */
const PAGE = 5_000;
/** Held for the length of one page: of several events services one adds up. */
const STORAGE_LOCK = 727_085;

interface Used {
  readonly organisation_id: string;
  readonly version: number;
  readonly items: number;
  readonly bytes: number;
}

/** Adds one page of changes up. Returns how many it took, and the use of the organisations that they concern. */
async function addUp(em: SqlEntityManager, limit: number): Promise<{ readonly taken: number; readonly used: readonly Used[] }> {
  const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${STORAGE_LOCK}) as held`);
  if (lock?.held !== true) return { taken: 0, used: [] };
  const changes = await rows(
    em,
    sql<{ organisation_id: string; items: number; bytes: number; taken: number }>`
      with taken as (
        delete from events.storage_change where id in (select id from events.storage_change order by id limit ${limit})
        returning organisation_id, items, bytes
      )
      select organisation_id, sum(items)::float8 as items, sum(bytes)::float8 as bytes, count(*)::int as taken
      from taken group by organisation_id order by organisation_id`,
  );
  const changed = changes.filter(({ items, bytes }) => items !== 0 || bytes !== 0);
  const used = await rows(
    em,
    sql<Used>`insert into events.storage as s (organisation_id, items, bytes)
        select * from unnest(${changed.map((one) => one.organisation_id)}::uuid[], ${changed.map(({ items }) => items)}::bigint[],
          ${changed.map(({ bytes }) => bytes)}::bigint[])
        on conflict (organisation_id) do update
          set items = s.items + excluded.items, bytes = s.bytes + excluded.bytes, version = s.version + 1
        returning organisation_id, version, items::float8 as items, bytes::float8 as bytes`,
  );
  return { taken: changes.reduce((sum, { taken }) => sum + taken, 0), used };
}

/** Adds up what kept content takes, and publishes it. */
@Injectable()
export class AddUpStorage extends Schedule {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(PAUSE_MS)
  tick(): Promise<void> {
    return this.once(() => this.run());
  }

  async run(page = PAGE): Promise<void> {
    while ((await this.database.inScope(CONSUMER, (em) => this.page(em, page))) === page);
  }

  private async page(em: SqlEntityManager, limit: number): Promise<number> {
    const { taken, used } = await addUp(em, limit);
    await this.bus.publish(
      em,
      used.map((one) => outgoing(storageUseV1, { ...one, part: 'content' })),
    );
    return taken;
  }
}
