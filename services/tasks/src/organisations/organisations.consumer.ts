import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type OrganisationChange, organisationChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { keepOrganisation } from './organisation.store.ts';

@Controller()
export class OrganisationsConsumer {
  constructor(private readonly database: Database) {}

  /** Needs no inbox: the version decides. */
  @EventPattern<string>(organisationChangesV1.topic)
  async keep(batch: readonly Delivery<OrganisationChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const message of batch) await keepOrganisation(em, message.payload);
    });
  }
}
