import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type OrganisationChange, organisationChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { keepOrganisation } from '../organisation-copies/organisation-copy.store.ts';
import { removeReportsOf } from '../reports/report.store.ts';

@Controller()
export class OrganisationChangesConsumer {
  constructor(private readonly database: Database) {}

  /**
   * What decides whether people may ask for reports, and the name for staff. The reports of a deleted organisation go; the schedule
   * deletes their files. Needs no inbox: the version decides, and a deletion is final.
   */
  @EventPattern<string>(organisationChangesV1.topic)
  async keep(batch: readonly Delivery<OrganisationChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const { payload } of batch) {
        await keepOrganisation(em, payload);
        if (payload.deleted) await removeReportsOf(em, payload.organisation_id);
      }
    });
  }
}
