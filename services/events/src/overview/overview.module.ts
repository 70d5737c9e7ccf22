import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller.ts';

/** Open events by severity, age, place and task, and the time to fix. */
@Module({ controllers: [OverviewController] })
export class OverviewModule {}
