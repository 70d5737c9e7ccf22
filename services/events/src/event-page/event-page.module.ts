import { Module } from '@nestjs/common';
import { DetectorsModule } from '../detectors/detectors.module.ts';
import { EventPageController } from './event-page.controller.ts';

/** One event, what happened to it, and its neighbours in a list. */
@Module({ imports: [DetectorsModule], controllers: [EventPageController] })
export class EventPageModule {}
