import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type OrganisationChange, organisationChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, rows, sql } from '@leakwatch/platform';

@Controller()
export class OrganisationChangesConsumer {
  constructor(private readonly database: Database) {}

  /** What decides whether reports may be asked for, and the name for staff. Needs no inbox: the version decides. */
  @EventPattern<string>(organisationChangesV1.topic)
  async keep(batch: readonly Delivery<OrganisationChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const { payload } of batch)
        await rows(
          em,
          sql`insert into reports.organisation as o (organisation_id, version, name, active, starts_at, expires_at)
              values (${payload.organisation_id}, ${payload.version}, ${payload.name}, ${payload.active},
                ${payload.starts_at}::timestamptz, ${payload.expires_at}::timestamptz)
              on conflict (organisation_id) do update set version = excluded.version, name = excluded.name,
                active = excluded.active, starts_at = excluded.starts_at, expires_at = excluded.expires_at
              where o.version < excluded.version`,
        );
    });
  }
}
