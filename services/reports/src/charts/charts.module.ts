import { Module } from '@nestjs/common';
import { EventCountsModule } from '../event-counts/event-counts.module.ts';
import { ChartsController } from './charts.controller.ts';

/** Charts of events. */
@Module({ imports: [EventCountsModule], controllers: [ChartsController] })
export class ChartsModule {}
