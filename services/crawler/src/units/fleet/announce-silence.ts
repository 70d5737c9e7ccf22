import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type StaffFact, staffFactsV1 } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  Database,
  LOGGER,
  type Logger,
  outgoing,
  rows,
  Schedule,
  SCHEDULER,
  type SqlEntityManager,
  sql,
} from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';

/** Silence is measured in hours. */
const PAUSE_MS = 60_000;

interface Silent {
  readonly source_type: SourceType;
  readonly since: Date;
}

/** Units that a running task needs and that are silent, by source. */
const SILENT = sql.raw(`(select u.source_type, min(u.silent_since) as since from crawler.unit u
  where u.silent_since is not null and exists (select from crawler.subscription s where s.unit_id = u.id) group by u.source_type)`);

/** Notifies staff of sources with units that have gone quiet, once until none is. Of several crawlers the one whose row is written publishes. */
@Injectable()
export class AnnounceSilence extends Schedule {
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

  run(): Promise<void> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const over = await rows(
        em,
        sql<Silent>`delete from crawler.silent_source where source_type not in (select source_type from ${SILENT} s) returning source_type, since`,
      );
      const begun = await rows(
        em,
        sql<Silent>`insert into crawler.silent_source (source_type, since) select source_type, since from ${SILENT} s
          on conflict do nothing returning source_type, since`,
      );
      await this.publish(em, over, 'over');
      await this.publish(em, begun, 'begun');
    });
  }

  private async publish(em: SqlEntityManager, found: readonly Silent[], state: StaffFact['state']): Promise<void> {
    await this.bus.publish(
      em,
      found.map(({ source_type, since }) =>
        outgoing(staffFactsV1, { cause: `silent:${source_type}`, state, kind: 'sources_silent', at: since.toISOString(), source_type }),
      ),
    );
  }
}
