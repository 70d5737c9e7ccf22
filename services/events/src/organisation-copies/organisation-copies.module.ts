import { Module } from '@nestjs/common';
import { OrganisationChangesConsumer } from './organisation-changes.consumer.ts';

/** What this service keeps of organisations, which the admin service owns. */
@Module({ controllers: [OrganisationChangesConsumer] })
export class OrganisationCopiesModule {}
