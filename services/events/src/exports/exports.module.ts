import { Module } from '@nestjs/common';
import { ReportEventsController } from './report-events.controller.ts';
import { SnapshotController } from './snapshot.controller.ts';

/** Pages of events for the reports service. */
@Module({ controllers: [ReportEventsController, SnapshotController] })
export class ExportsModule {}
