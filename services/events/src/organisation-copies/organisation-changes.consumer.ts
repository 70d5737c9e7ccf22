import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type OrganisationChange, organisationChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, rows, sql } from '@leakwatch/platform';

@Controller()
export class OrganisationChangesConsumer {
  constructor(private readonly database: Database) {}

  /** Whether an organisation is active decides who may triage. Needs no inbox: the version decides. */
  @EventPattern<string>(organisationChangesV1.topic)
  async keep(batch: readonly Delivery<OrganisationChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const { payload } of batch)
        await rows(
          em,
          sql`insert into events.organisation as o (organisation_id, version, active)
              values (${payload.organisation_id}, ${payload.version}, ${payload.active})
              on conflict (organisation_id) do update set version = excluded.version, active = excluded.active
              where o.version < excluded.version`,
        );
    });
  }
}
