import { Module } from '@nestjs/common';
import { DetectorsModule } from '../detectors/detectors.module.ts';
import { ReportEventsController } from './report-events.controller.ts';
import { SnapshotController } from './snapshot.controller.ts';

/** Pages of events for the reports service. */
@Module({ imports: [DetectorsModule], controllers: [ReportEventsController, SnapshotController] })
export class ExportsModule {}
