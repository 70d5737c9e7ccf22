import { Module } from '@nestjs/common';
import { LaunchesModule } from '../launches/launches.module.ts';
import { OrganisationChangesConsumer } from './organisation-changes.consumer.ts';
import { TaskRemainsController } from './task-remains.controller.ts';

/** What follows from a change of an organisation, which the admin service owns. */
@Module({ imports: [LaunchesModule], controllers: [OrganisationChangesConsumer, TaskRemainsController] })
export class OrganisationChangesModule {}
