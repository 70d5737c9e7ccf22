import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type OrganisationChange, organisationChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { keepOrganisation, removeOwnOf } from './organisation-copy.store.ts';

@Controller()
export class OrganisationChangesConsumer {
  constructor(private readonly database: Database) {}

  /**
   * Whether an organisation is active decides who may triage. What its people made beside its events goes with it; the events go with its
   * tasks. Needs no inbox: the version decides, and a deletion is final.
   */
  @EventPattern<string>(organisationChangesV1.topic)
  async keep(batch: readonly Delivery<OrganisationChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const { payload } of batch) {
        await keepOrganisation(em, payload);
        if (payload.deleted) await removeOwnOf(em, payload.organisation_id);
      }
    });
  }
}
