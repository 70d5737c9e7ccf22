import { Module } from '@nestjs/common';
import { OrganisationChangesConsumer } from './organisation-changes.consumer.ts';
import { ReportRemainsController } from './report-remains.controller.ts';

/** What follows from a change of an organisation, which the admin service owns. */
@Module({ controllers: [OrganisationChangesConsumer, ReportRemainsController] })
export class OrganisationChangesModule {}
