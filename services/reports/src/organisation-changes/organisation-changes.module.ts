import { Module } from '@nestjs/common';
import { OrganisationChangesConsumer } from './organisation-changes.consumer.ts';

/** What follows from a change of an organisation, which the admin service owns. */
@Module({ controllers: [OrganisationChangesConsumer] })
export class OrganisationChangesModule {}
