import { Module } from '@nestjs/common';
import { EventRemainsController } from './event-remains.controller.ts';
import { OrganisationChangesConsumer } from './organisation-changes.consumer.ts';

/** What this service keeps of organisations, which the admin service owns. */
@Module({ controllers: [EventRemainsController, OrganisationChangesConsumer] })
export class OrganisationCopiesModule {}
